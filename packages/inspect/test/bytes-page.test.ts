/** explainPage: every byte of a page has a meaning, and the values shown equal the decoded values. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  createCodecRegistry,
  type DirectValues,
  EncodingId,
  isParquetError,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import { openFile, openSource, type ParquetFile, type StoredPage } from '@marquetry/file';
import { type ExplainedPage, explainPage } from '@marquetry/inspect/bytes';
import { createTextWriter } from '@marquetry/json';
import { readPageHeader } from '@marquetry/metadata';
import { openDictionaryPage, openPage } from '@marquetry/page';
import { snappy, standardEncodings, zstd } from '@marquetry/test-support/standard.js';
import { describe, expect, test } from 'vitest';
import { apacheFiles, brokenRules, find, fixtureFiles } from './bytes/tree.js';

const encodings = standardEncodings;
const codecs = createCodecRegistry([snappy, zstd]);

/** Returns the texts of all values that the fields show, indexed by the number of the value. */
function shownValues({ stored, decompressed }: ExplainedPage): Map<number, string | undefined> {
  const texts = new Map<number, string | undefined>();
  const add = (fields: ExplainedPage['stored']['fields']): void => {
    for (const { name, value, children } of fields) {
      const [, from, to] = /^(?:value|values|index|indices) (\d+)(?: to (\d+))?$/.exec(name) ?? [];
      if (from !== undefined) for (let i = Number(from); i <= Number(to ?? from); i++) texts.set(i, value);
      else add(children);
    }
  };
  add((decompressed ?? stored).fields);
  return texts;
}

/** Decodes the values of a page, and returns their texts. */
function decodedValues(page: StoredPage, dictionary: DirectValues | undefined, values: Values): string[] {
  const { leaf } = page.location;
  const isIndexed = values.layout === 'dictionary';
  const write = createTextWriter(leaf)(isIndexed && dictionary !== undefined ? { ...values, dictionary } : values);
  return Array.from({ length: values.length }, (_, i) => write(i));
}

/** Opens a page with `openPage`, as reading a file does. */
async function open(page: StoredPage, dictionary: DirectValues | undefined) {
  const { header, body, location } = page;
  const codec = location.metaData.codec === 0 ? undefined : codecs.resolve(location.metaData.codec);
  await codec?.prepare?.();
  return openPage({ header, body, column: location.leaf, encodings, codec, dictionary });
}

async function openAll(path: string): Promise<ParquetFile> {
  return openFile(await openSource(new Uint8Array(readFileSync(path))), { encodings, codecs });
}

/** Checks the fields of a page: that they cover its bytes, agree with its header, and show the decoded values. */
async function checkPage(page: StoredPage, dictionary: DirectValues | undefined): Promise<void> {
  const explained = await explainPage(page, { encodings, codecs, dictionary, mostFields: 1e6 });
  expect(brokenRules(explained.stored)).toEqual([]);
  if (explained.decompressed !== undefined) expect(brokenRules(explained.decompressed)).toEqual([]);
  const { header } = readPageHeader(page.headerBytes, 0);
  const shown = (name: string) => find(explained.stored.fields, 'PageHeader', name)?.value;
  expect(shown('compressed_page_size')).toBe(String(header.compressedPageSize));
  expect(shown('uncompressed_page_size')).toBe(String(header.uncompressedPageSize));
  const data = header.dataPageHeader ?? header.dataPageHeaderV2;
  if (data === undefined) return;
  expect(shown('num_values')).toBe(String(data.numValues));
  let opened: Awaited<ReturnType<typeof open>>;
  let values: Values;
  try {
    opened = await open(page, dictionary);
    values = opened.values().read(opened.valueCount);
  } catch (error) {
    expect(isParquetError(error)).toBe(true);
    expect(explained.fault, String(error)).toBeDefined();
    return;
  }
  expect(explained.fault).toBeUndefined();
  expect(explained.valueCount).toBe(opened.valueCount);
  compare(page, dictionary, values, explained);
}

/** Checks that the text that the byte view shows for each value is the text of the decoded value. */
function compare(
  page: StoredPage,
  dictionary: DirectValues | undefined,
  values: Values,
  explained: ExplainedPage,
): void {
  const { leaf } = page.location;
  // The texts of other byte arrays have a different form, so they are not compared.
  const kind = leaf.annotation?.kind;
  if (leaf.type >= PhysicalType.BYTE_ARRAY && !(kind === 'STRING' || kind === 'ENUM' || kind === 'DECIMAL')) return;
  const shown = shownValues(explained);
  const { encoding } = page.header.dataPageHeader ?? page.header.dataPageHeaderV2 ?? { encoding: 0 };
  const decoded = decodedValues(page, dictionary, values);
  if (encoding === EncodingId.BYTE_STREAM_SPLIT) return;
  const expected =
    values.layout === 'dictionary'
      ? decoded.map((text, i) => `${values.indices[i]}: ${short(text)}`)
      : decoded.map(short);
  // At a bit width of 0, no indices are stored.
  if (values.layout === 'dictionary' && shown.size === 0) return;
  expect([...shown].sort(([a], [b]) => a - b).map(([, text]) => text)).toEqual(expected);
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

async function checkFile(path: string): Promise<void> {
  let file: ParquetFile;
  try {
    file = await openAll(path);
  } catch (error) {
    expect(isParquetError(error)).toBe(true);
    return;
  }
  for (const [rowGroup] of file.metadata.rowGroups.entries()) {
    if (rowGroup > 1) break;
    for (const column of file.schema.leaves) {
      let dictionary: DirectValues | undefined;
      try {
        for await (const page of file.pages({ rowGroup, column })) {
          if (page.ordinal > 3) break;
          if (page.header.dictionaryPageHeader !== undefined) dictionary = await readDictionary(page);
          await checkPage(page, dictionary);
        }
      } catch (error) {
        if (!isParquetError(error)) throw error;
      }
    }
  }
}

async function readDictionary(page: StoredPage): Promise<DirectValues | undefined> {
  const { header, body, location } = page;
  const codec = location.metaData.codec === 0 ? undefined : codecs.find(location.metaData.codec);
  await codec?.prepare?.();
  if (codec === undefined && location.metaData.codec !== 0) return undefined;
  return openDictionaryPage({ header, body, column: location.leaf, encodings, codec, verifyChecksums: false });
}

const large = /large_string_map|alltypes_tiny_pages/;

describe.skipIf(apacheFiles.length === 0)('explainPage on the Apache test files (skipped if missing)', () => {
  test.each(apacheFiles.filter((file) => !large.test(file)).map((file) => [basename(file), file]))(
    '%s',
    async (_, file) => {
      await checkFile(file);
    },
  );
});

describe('explainPage on files from DuckDB and pyarrow', () => {
  test.each(fixtureFiles.map((file) => [basename(file), file]))('%s', async (_, file) => {
    await checkFile(file);
  });
});
