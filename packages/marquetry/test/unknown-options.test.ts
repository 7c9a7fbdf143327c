import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createParquetWriter,
  defineSchema,
  memorySink,
  openDataset,
  openParquet,
  type Parquet,
  writeParquet,
} from 'marquetry';
import { beforeAll, expect, test } from 'vitest';

let file: Parquet;
let bytes: Uint8Array;
beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, [{ id: 1n, city: 'Lima' }]);
  bytes = sink.bytes;
  file = await openParquet(bytes);
});

/** A misspelt option. TypeScript refuses most of them, and JavaScript none. */
const typo = (option: string): never => ({ [option]: ['id'] }) as never;
const schema = defineSchema({ id: 'INT64' });

test.each<[string, (options: never) => unknown, string, string]>([
  ['openParquet', (options) => openParquet(bytes, options), 'limit', 'did you mean `limits`?'],
  ['openDataset', (options) => openDataset(bytes, options), 'matchby', 'did you mean `matchBy`?'],
  ['rows', (options) => file.rows(options).next(), 'colums', 'did you mean `columns`?'],
  ['rows', (options) => file.rows(options).next(), 'select', 'its options are '],
  ['rowBatches', (options) => file.rowBatches(options).next(), 'ofset', 'did you mean `offset`?'],
  ['columns', (options) => file.columns(options).next(), 'batchrows', 'did you mean `batchRows`?'],
  ['batches', (options) => file.batches(options).next(), 'column', 'did you mean `columns`?'],
  ['nested', (options) => file.nested(options).next(), 'rowgroups', 'did you mean `rowGroups`?'],
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
])('%s refuses an option that it does not have', async (call, use, option, cure) => {
  const error = await errorOf(async () => use(typo(option)));
  expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(cure)]);
  expect(error.reason).toContain(`\`${call}\` has no option \`${option}\``);
});
