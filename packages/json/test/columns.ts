/** Creates columns and values for tests. */
import { fixedValues, PhysicalType, type Values, widthOf } from '@marquetry/core';
import { createSchema, type LeafNode } from '@marquetry/schema';

type Element = Parameters<typeof createSchema>[0][number];

/** Returns a required column with this physical type and logical type. */
export function leafOf(type: PhysicalType, parts: Partial<Element> = {}): LeafNode {
  const root: Element = { name: 'root', numChildren: 1 };
  const { leaves } = createSchema([root, { name: 'x', type, repetitionType: 0, ...parts }]);
  return leaves[0]!;
}

export function int32s(...values: number[]): Values {
  return { layout: 'fixed', type: PhysicalType.INT32, length: values.length, width: 4, data: Int32Array.from(values) };
}

export function int64s(...values: bigint[]): Values {
  const data = BigInt64Array.from(values);
  return { layout: 'fixed', type: PhysicalType.INT64, length: values.length, width: 8, data };
}

export function floats(...values: number[]): Values {
  const data = Float32Array.from(values);
  return { layout: 'fixed', type: PhysicalType.FLOAT, length: values.length, width: 4, data };
}

export function doubles(...values: number[]): Values {
  const data = Float64Array.from(values);
  return { layout: 'fixed', type: PhysicalType.DOUBLE, length: values.length, width: 8, data };
}

/** Returns INT96 or FIXED_LEN_BYTE_ARRAY values, which must all have the same size. */
export function fixed(type: 3 | 7, ...values: (readonly number[])[]): Values {
  const width = widthOf(type, values[0]?.length ?? 0);
  return fixedValues({ type, width }, Uint8Array.from(values.flat()), 0, values.length);
}

/** Returns BYTE_ARRAY values, stored after some bytes that must not be read. */
export function byteArrays(...values: (string | readonly number[])[]): Values {
  const parts = values.map((value) =>
    typeof value === 'string' ? new TextEncoder().encode(value) : Uint8Array.from(value),
  );
  const junk = 3;
  const offsets = new Int32Array(parts.length + 1);
  offsets[0] = junk;
  for (const [i, part] of parts.entries()) offsets[i + 1] = offsets[i]! + part.length;
  const data = new Uint8Array(offsets[parts.length]! + junk).fill(0xee);
  for (const [i, part] of parts.entries()) data.set(part, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: parts.length, offsets, data };
}

/** Returns the 12 bytes of an INT96 timestamp. */
export function int96(nanoseconds: bigint, julianDay: number): number[] {
  const view = new DataView(new ArrayBuffer(12));
  view.setBigInt64(0, nanoseconds, true);
  view.setInt32(8, julianDay, true);
  return [...new Uint8Array(view.buffer)];
}

/** Returns a value as `width` bytes in big-endian two's complement. */
export function bigEndian(value: bigint, width: number): number[] {
  let rest = BigInt.asUintN(8 * width, value);
  const bytes: number[] = new Array(width).fill(0);
  for (let i = width - 1; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}
