/** Files with many pages of about 8 MiB, in every encoding. Our writer writes one page, and the file repeats it. */
import { CodecId, EncodingId } from '@marquetry/core';
import {
  type ColumnWriteOptions,
  createParquetWriter,
  defineSchema,
  type FieldDefinitions,
  memorySink,
  openParquet,
} from 'marquetry';
import { type HostileColumn, hostileFile } from './wire.js';

/** Returns value `n` of a page, counted from 0. */
type ValueAt = (n: number) => unknown;

interface RepeatedPage {
  readonly fields: FieldDefinitions;
  readonly rows: number;
  readonly row: (n: number) => Record<string, unknown>;
  readonly write?: ColumnWriteOptions;
  readonly pages?: number;
}

/** Writes one page per column, and returns a file in which each page is repeated `pages` times. */
async function repeated({ fields, rows, row, write = {}, pages = 64 }: RepeatedPage): Promise<Uint8Array> {
  const sink = memorySink();
  const whole = { pageBytes: 2 ** 30, pageRows: 2 ** 30, rowGroupRows: 2 ** 30, rowGroupBytes: 2 ** 30 };
  const dictionary = { maxBytes: 2 ** 23, maxValues: 2 ** 20 };
  const writer = await createParquetWriter(sink, {
    schema: defineSchema(fields),
    ...whole,
    codec: CodecId.ZSTD,
    dictionary,
    ...write,
  });
  await writer.writeRows(
    (function* () {
      for (let n = 0; n < rows; n++) yield row(n);
    })(),
  );
  await writer.finish();
  const file = await openParquet(sink.bytes);
  const columns: HostileColumn[] = [];
  for (const column of file.schema.leaves) {
    const stored: Uint8Array[] = [];
    let numValues = 0;
    let hasDictionary = false;
    for await (const { header, headerBytes, body } of file.pages({ rowGroup: 0, column })) {
      const bytes = new Uint8Array(headerBytes.length + body.length);
      bytes.set(headerBytes);
      bytes.set(body, headerBytes.length);
      stored.push(bytes);
      hasDictionary ||= header.dictionaryPageHeader !== undefined;
      numValues += header.dataPageHeader?.numValues ?? header.dataPageHeaderV2?.numValues ?? 0;
    }
    const data = hasDictionary ? stored.slice(1) : stored;
    const all = [...(hasDictionary ? stored.slice(0, 1) : []), ...Array.from({ length: pages }, () => data).flat()];
    columns.push({ pages: all, numValues: pages * numValues, hasDictionary, codec: CodecId.ZSTD });
  }
  return hostileFile(file.metadata.schema, [{ numRows: pages * rows, columns }], {
    ...(file.metadata.columnOrders && { columnOrders: file.metadata.columnOrders }),
  });
}

/** Returns a function that creates a file of one column `c`. */
function column(
  type: FieldDefinitions[string],
  rows: number,
  valueAt: ValueAt,
  encoding?: number,
): () => Promise<Uint8Array> {
  const write = encoding === undefined ? {} : { encoding };
  return () => repeated({ fields: { c: type }, rows, row: (n) => ({ c: valueAt(n) }), write });
}

const text = (n: number): string => `text ${(n * 7919) % 100_003}`;
const isNull = (n: number): boolean => n % 7 === 3;
const optional = 2 ** 20;
const bytes16 = (n: number): Uint8Array => new Uint8Array(16).fill(n % 100, 1);

/** Files by name, created on demand. They are read only from memory, not from a disk or a URL. */
export const encodedFiles: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'nullable PLAIN': column(
    { type: 'DOUBLE', optional: true },
    optional,
    (n) => (isNull(n) ? null : n / 3),
    EncodingId.PLAIN,
  ),
  'nullable dictionary': column(
    { type: 'STRING', optional: true },
    optional,
    (n) => (isNull(n) ? null : text(n)),
    EncodingId.RLE_DICTIONARY,
  ),
  booleans: column('BOOLEAN', 2 ** 23, (n) => n % 3 === 0, EncodingId.RLE),
  'packed deltas': column('INT64', optional, (n) => BigInt((n * 7919) % 1000), EncodingId.DELTA_BINARY_PACKED),
  'packed deltas of INT8': column('INT8', 2 ** 21, (n) => n % 100, EncodingId.DELTA_BINARY_PACKED),
  'lengths of texts': column('STRING', 2 ** 19, text, EncodingId.DELTA_LENGTH_BYTE_ARRAY),
  'prefixes of texts': column('STRING', 2 ** 19, text, EncodingId.DELTA_BYTE_ARRAY),
  'plain texts': column('STRING', 2 ** 19, text, EncodingId.PLAIN),
  'split streams': column('FLOAT', 2 ** 21, (n) => n / 7, EncodingId.BYTE_STREAM_SPLIT),
  decimals: column({ type: 'DECIMAL', precision: 30, scale: 2 }, 2 ** 19, (n) => `${n}.25`, EncodingId.PLAIN),
  UUIDs: column('UUID', 2 ** 19, bytes16, EncodingId.PLAIN),
  structs: () =>
    repeated({
      fields: {
        s: { fields: { a: { type: 'STRING', optional: true }, b: { type: 'INT32', optional: true } }, optional: true },
      },
      rows: 2 ** 19,
      row: (n) => ({ s: isNull(n) ? null : { a: isNull(n + 1) ? null : text(n), b: n } }),
    }),
  maps: () =>
    repeated({
      fields: { m: { map: ['STRING', { type: 'INT64', optional: true }] } },
      rows: 2 ** 17,
      row: (n) => ({
        m: new Map([
          [text(n), 1n],
          [text(n + 1), null],
        ]),
      }),
    }),
  'lists of lists': () =>
    repeated({
      fields: { l: { list: { list: { type: 'DOUBLE', optional: true }, optional: true } } },
      rows: 2 ** 16,
      row: (n) => ({ l: [[n, null, 2], null, [], [n, n, n]] }),
    }),
};
