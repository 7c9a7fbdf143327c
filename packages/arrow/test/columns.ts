/** Creates columns and files for the tests. */
import type { NestedLeaf } from '@marquetry/column';
import {
  type ColumnType,
  type DirectValues,
  type NoNulls,
  type NullBitmap,
  noNulls,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import {
  bytesSource,
  type FileWriterOptions,
  memorySink,
  openFile,
  type ParquetFile,
  type WriteColumns,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type ColumnDefinition, defineSchema, fieldsOf, type LeafField, type Schema } from '@marquetry/schema';
import { standardEncodings } from '@marquetry/test-support/standard.js';

/** Returns the schema field of a column with this definition. */
export function leafFieldOf(definition: ColumnDefinition): LeafField {
  const [field] = fieldsOf(defineSchema({ c: definition }));
  if (field?.kind !== 'leaf') throw new Error('no leaf');
  return field;
}

export function leafColumn(
  definition: ColumnDefinition,
  values: Values,
  nulls: NoNulls | NullBitmap = noNulls,
): NestedLeaf {
  return { kind: 'leaf', field: leafFieldOf(definition), length: values.length, nulls, values };
}

/** Creates a validity bitmap from text such as `110`, with one character per entry. 1 means not null. */
export function bitmapOf(text: string): NullBitmap {
  const bits = new Uint8Array(Math.ceil(text.length / 8));
  for (const [i, bit] of [...text].entries()) bits[i >> 3] = (bits[i >> 3] as number) | (Number(bit) << (i & 7));
  return { kind: 'bitmap', bits, nullCount: [...text].filter((bit) => bit === '0').length };
}

export function int32Values(...numbers: readonly number[]): DirectValues {
  return {
    layout: 'fixed',
    type: PhysicalType.INT32,
    width: 4,
    length: numbers.length,
    data: Int32Array.from(numbers),
  };
}

export function int64Values(...numbers: readonly bigint[]): DirectValues {
  const data = BigInt64Array.from(numbers);
  return { layout: 'fixed', type: PhysicalType.INT64, width: 8, length: numbers.length, data };
}

/** Creates byte arrays from hex digits. The buffer of the result has other bytes before and after the byte arrays. */
export function bytesValues(...texts: readonly string[]): DirectValues {
  const parts = texts.map((text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  const offsets = new Int32Array(parts.length + 1).fill(3);
  for (const [i, part] of parts.entries()) offsets[i + 1] = (offsets[i] as number) + part.length;
  const data = new Uint8Array((offsets.at(-1) as number) + 5).fill(0xee);
  for (const [i, part] of parts.entries()) data.set(part, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: parts.length, offsets, data };
}

export function fixedBytes({ type, width }: ColumnType, ...texts: readonly string[]): DirectValues {
  const data = Uint8Array.from(texts.join('').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { layout: 'fixed', type, width, length: texts.length, data } as DirectValues;
}

/** Writes a file with the given row groups, and opens it. */
export async function fileOf(
  schema: Schema,
  rowGroups: readonly WriteColumns[],
  options: Partial<FileWriterOptions> = {},
): Promise<ParquetFile> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings: standardEncodings, ...options });
  for (const columns of rowGroups) await writer.writeRowGroup(columns);
  await writer.finish();
  return openFile(bytesSource(sink.bytes), { encodings: standardEncodings });
}
