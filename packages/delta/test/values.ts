import {
  type BytesValues,
  createLimits,
  type DecodeContext,
  type ErrorCode,
  type FixedValuesOf,
  isParquetError,
  type Limits,
  type Values,
} from '@marquetry/core';

export const int32 = { type: 1, width: 4 } as const;
export const int64 = { type: 2, width: 8 } as const;
export const byteArray = { type: 6, width: 0 } as const;

export function context(column: DecodeContext['column'], valueCount: number, limits?: Partial<Limits>): DecodeContext {
  return { column, valueCount, limits: createLimits(limits) };
}

/** Returns fixed-width values as one array of numbers or bigints. */
export function numbers(values: Values): unknown[] {
  if (values.layout !== 'fixed') throw new Error(values.layout);
  return [...values.data];
}

/** Returns byte array values as strings. */
export function strings(values: Values): string[] {
  if (values.layout !== 'bytes') throw new Error(values.layout);
  const { offsets, data } = values;
  return Array.from({ length: values.length }, (_, i) =>
    new TextDecoder().decode(data.subarray(offsets[i], offsets[i + 1])),
  );
}

export function bytesValues(texts: readonly string[]): BytesValues {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const offsets = new Int32Array(texts.length + 1);
  for (const [i, part] of parts.entries()) offsets[i + 1] = offsets[i]! + part.length;
  const data = new Uint8Array(offsets[texts.length]!);
  for (const [i, part] of parts.entries()) data.set(part, offsets[i]);
  return { layout: 'bytes', type: 6, length: texts.length, offsets, data };
}

export function int32Values(data: Int32Array): FixedValuesOf<1> {
  return { layout: 'fixed', type: 1, length: data.length, width: 4, data };
}

export function int64Values(data: BigInt64Array): FixedValuesOf<2> {
  return { layout: 'fixed', type: 2, length: data.length, width: 8, data };
}

/** Returns the code of the ParquetError that `run` throws, or `none` if it does not throw. */
export function codeOf(run: () => unknown): ErrorCode | 'none' {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'none';
}
