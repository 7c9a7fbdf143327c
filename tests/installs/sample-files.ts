/** Writes one file for every encoding and every codec. Each has one column with nulls, whose entries are returned as text. */
import { lzo } from '@marquetry/codec-lzo';
import { CodecId, EncodingId, nameOf } from '@marquetry/core';
import type { ColumnDefinition } from '@marquetry/schema';
import { createParquetWriter, defineSchema, memorySink } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { everyEncoding } from '../matrix/legal.js';

export interface SampleFile {
  /** Encoding or codec, and page version, such as `DELTA_BINARY_PACKED-v2`. */
  readonly name: string;
  /** Id of the encoding that the file needs besides PLAIN and the RLE of levels. PLAIN if it needs no other. */
  readonly encoding: number;
  readonly codec: number;
  readonly bytes: Uint8Array;
  /** The entries of the column as text, separated by commas. A null is empty text. */
  readonly slots: string;
}

type Slot = number | bigint | boolean | string | null;

const rowCount = 150;
const everyCodec = standardCodecs.with(lzo);
const at = <T>(value: (i: number) => T): (T | null)[] =>
  Array.from({ length: rowCount }, (_, i) => (i % 7 === 3 ? null : value(i)));

const integers = at((i) => (i * 7919) % 1000);
const doubles = at((i) => (i % 60) / 8);
const strings = at((i) => `carrier ${i % 20}`);
const booleans = at((i) => i % 5 < 2);

/** For each encoding id, a column that the encoding supports. */
const columns: Readonly<Record<number, { readonly definition: ColumnDefinition; readonly slots: readonly Slot[] }>> = {
  [EncodingId.PLAIN]: { definition: { type: 'DOUBLE' }, slots: doubles },
  [EncodingId.GROUP_VAR_INT]: { definition: { type: 'INT32' }, slots: integers },
  [EncodingId.PLAIN_DICTIONARY]: { definition: { type: 'STRING' }, slots: strings },
  [EncodingId.RLE]: { definition: { type: 'BOOLEAN' }, slots: booleans },
  [EncodingId.DELTA_BINARY_PACKED]: { definition: { type: 'INT32' }, slots: integers },
  [EncodingId.DELTA_LENGTH_BYTE_ARRAY]: { definition: { type: 'STRING' }, slots: strings },
  [EncodingId.DELTA_BYTE_ARRAY]: { definition: { type: 'STRING' }, slots: strings },
  [EncodingId.RLE_DICTIONARY]: { definition: { type: 'STRING' }, slots: strings },
  [EncodingId.BYTE_STREAM_SPLIT]: { definition: { type: 'DOUBLE' }, slots: doubles },
  [EncodingId.ALP]: { definition: { type: 'DOUBLE' }, slots: doubles },
};

async function sampleFile(encoding: number, pageVersion: 1 | 2, codec: number): Promise<SampleFile> {
  const column = columns[encoding];
  if (column === undefined) throw new Error(`no column for encoding ${encoding}`);
  const sink = memorySink();
  const schema = defineSchema({ c: { ...column.definition, optional: true } });
  const writer = await createParquetWriter(sink, {
    schema,
    encodings: everyEncoding,
    codecs: everyCodec,
    encoding,
    pageVersion,
    codec,
    pageRows: 60,
  });
  await writer.write({ c: column.slots });
  await writer.finish();
  const what = codec === CodecId.UNCOMPRESSED ? nameOf(EncodingId, encoding) : nameOf(CodecId, codec);
  return {
    name: `${what}-v${pageVersion}`,
    encoding,
    codec,
    bytes: sink.bytes,
    slots: column.slots.map(textOf).join(),
  };
}

function textOf(slot: Slot): string | null {
  if (slot === null) return null;
  if (typeof slot === 'string') return new TextEncoder().encode(slot).join(' ');
  return String(typeof slot === 'boolean' ? Number(slot) : slot);
}

/** Returns a file for each encoding without compression, and for each codec with PLAIN, in pages of both versions (v1 and v2). */
export async function sampleFiles(): Promise<SampleFile[]> {
  const cells: [number, 1 | 2, number][] = ([1, 2] as const).flatMap((version) => [
    ...[...everyEncoding].map(({ id }) => [id, version, CodecId.UNCOMPRESSED] as [number, 1 | 2, number]),
    ...[...everyCodec].map(({ id }) => [EncodingId.PLAIN, version, id] as [number, 1 | 2, number]),
  ]);
  return Promise.all(cells.map((cell) => sampleFile(...cell)));
}
