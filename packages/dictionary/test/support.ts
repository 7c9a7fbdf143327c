import {
  createLimits,
  type DecodeContext,
  type DirectValues,
  fixedValues,
  isParquetError,
  PhysicalType,
  type Values,
  widthOf,
} from '@marquetry/core';

/**
 * Returns a dictionary of `length` entries. A BYTE_ARRAY entry consists of bytes that equal its index; an entry of
 * fixed width consists of pseudorandom bytes.
 */
export function dictionaryOf(type: PhysicalType, length: number, typeLength = 5): DirectValues {
  if (type === PhysicalType.BOOLEAN) {
    const data = Uint8Array.from({ length: Math.ceil(length / 8) }, (_, i) => (i === length >> 3 ? 0x02 : 0xb2));
    return { layout: 'bits', type, length, data };
  }
  if (type === PhysicalType.BYTE_ARRAY) {
    const sizes = Array.from({ length }, (_, i) => (i % 7 === 3 ? 200 + i : i % 11));
    const offsets = Int32Array.of(3, ...sizes.map((_, i) => 3 + sizes.slice(0, i + 1).reduce((a, b) => a + b, 0)));
    const data = Uint8Array.from([9, 9, 9, ...sizes.flatMap((size, i) => new Array<number>(size).fill(i))]);
    return { layout: 'bytes', type, length, offsets, data };
  }
  const width = widthOf(type, typeLength);
  // FIXED_LEN_BYTE_ARRAY needs no alignment, so its values start at an odd offset.
  const at = type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? 1 : 0;
  const bytes = Uint8Array.from({ length: at + length * width }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
  return fixedValues({ type, width }, bytes, at, length);
}

/** Returns each value as a string, so that values of any layout can be compared. */
export function list(values: Values): string[] {
  if (values.layout === 'dictionary') {
    const entries = list(values.dictionary);
    return Array.from(values.indices.subarray(0, values.length), (index) => entries[index]!);
  }
  return Array.from({ length: values.length }, (_, i) => {
    if (values.layout === 'bits') return String((values.data[i >> 3]! >> (i & 7)) & 1);
    if (values.layout === 'bytes') return values.data.slice(values.offsets[i], values.offsets[i + 1]).join();
    const { data, width } = values;
    return new Uint8Array(data.buffer, data.byteOffset + i * width, width).join();
  });
}

export function contextOf(
  dictionary: DirectValues | undefined,
  valueCount: number,
  limits = createLimits(),
): DecodeContext {
  const width = dictionary?.layout === 'fixed' ? dictionary.width : 0;
  const column = { type: dictionary?.type ?? PhysicalType.BYTE_ARRAY, width };
  return { column, valueCount, limits, ...(dictionary === undefined ? {} : { dictionary }) };
}

export function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'nothing thrown';
}
