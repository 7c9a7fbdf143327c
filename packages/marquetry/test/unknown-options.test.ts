import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createParquetWriter,
  defineSchema,
  memorySink,
  openDataset,
  openParquet,
  type ParquetDataset,
  type ParquetReader,
  writeParquet,
} from 'marquetry';
import { beforeAll, expect, test } from 'vitest';

let file: ParquetReader;
let bytes: Uint8Array;
let dataset: ParquetDataset;
beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, [{ id: 1n, city: 'Lima' }]);
  bytes = sink.bytes;
  file = await openParquet(bytes);
  dataset = await openDataset(bytes);
});

/** Returns options with a misspelled name. TypeScript rejects most misspelled options; JavaScript accepts them. */
const typo = (option: string): never => ({ [option]: ['id'] }) as never;
const schema = defineSchema({ id: 'INT64' });

test.each<[string, (options: never) => unknown, string, string]>([
  ['openParquet', (options) => openParquet(bytes, options), 'limit', 'did you mean `limits`?'],
  ['openDataset', (options) => openDataset(bytes, options), 'matchby', 'did you mean `matchBy`?'],
  ['rows', (options) => file.rows(options).next(), 'colums', 'did you mean `columns`?'],
  ['rows', (options) => file.rows(options).next(), 'select', 'its options are '],
  ['rowBatches', (options) => file.rowBatches(options).next(), 'ofset', 'did you mean `offset`?'],
  ['columnBatches', (options) => file.columnBatches(options).next(), 'batchrows', 'did you mean `batchRows`?'],
  ['leafBatches', (options) => file.leafBatches(options).next(), 'column', 'did you mean `columns`?'],
  ['nestedBatches', (options) => file.nestedBatches(options).next(), 'rowgroups', 'did you mean `rowGroups`?'],
  ['plan', (options) => file.plan(options), 'colums', 'did you mean `columns`?'],
  ['plan', (options) => file.plan(options), 'limit', 'its options are '],
  ['count', (options) => file.count(options), 'wher', 'did you mean `where`?'],
  ['count', (options) => file.count(options), 'columns', 'its options are '],
  ['openDataset', (options) => openDataset(bytes, options), 'metadata', 'its options are '],
  ['rows', (options) => dataset.rows(options).next(), 'colums', 'did you mean `columns`?'],
  ['rows', (options) => dataset.rows(options).next(), 'rowGroups', 'its options are '],
  ['rowBatches', (options) => dataset.rowBatches(options).next(), 'ofset', 'did you mean `offset`?'],
  ['columnBatches', (options) => dataset.columnBatches(options).next(), 'batchrows', 'did you mean `batchRows`?'],
  ['leafBatches', (options) => dataset.leafBatches(options).next(), 'column', 'did you mean `columns`?'],
  ['nestedBatches', (options) => dataset.nestedBatches(options).next(), 'offsets', 'did you mean `offset`?'],
  ['plan', (options) => dataset.plan(options), 'colums', 'did you mean `columns`?'],
  ['count', (options) => dataset.count(options), 'wher', 'did you mean `where`?'],
  [
    'createParquetWriter',
    (options) => createParquetWriter(memorySink(), Object.assign({ schema }, options)),
    'codecc',
    'did you mean `codec`?',
  ],
  [
    'createParquetWriter',
    (options) => writeParquet(memorySink(), [{ id: 1n }], options),
    'pageSize',
    'its options are',
  ],
  [
    "columns['id']",
    (options) => writeParquet(memorySink(), [{ id: 1n }], { columns: { id: options } }),
    'encodings',
    'did you mean `encoding`?',
  ],
])('%s rejects an unknown option', async (call, use, option, cure) => {
  const error = await errorOf(async () => use(typo(option)));
  expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(cure)]);
  expect(error.reason).toContain(`\`${call}\` has no option \`${option}\``);
});
