/** Writes Arrow tables to files and reads them. */

import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { Schema } from '@marquetry/schema';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { makeData, Table, Vector } from 'apache-arrow';
import { type ArrowSource, schemaFromArrow, toArrow, writeArrow } from '../src/index.js';

export async function write(schema: Schema, source: ArrowSource): Promise<Table> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings: standardEncodings });
  await writeArrow(writer, source);
  await writer.finish();
  return toArrow(await openFile(bytesSource(sink.bytes), { encodings: standardEncodings }), {
    decodeDictionaries: true,
  });
}

/** Writes a vector to a file, reads it, and returns its entries as plain values. */
export async function roundTrip(vector: Vector): Promise<unknown[]> {
  const table = new Table({ c: vector });
  const back = await write(schemaFromArrow(table.schema), table);
  return [...(back.getChild('c') ?? [])].map(plain);
}

/** Converts Arrow rows, lists and maps to plain objects and arrays. */
function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? Number(item) : item)));
}

export function vectorOf(props: Parameters<typeof makeData>[0]): Vector {
  return new Vector([makeData(props)]);
}
