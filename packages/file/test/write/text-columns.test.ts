/**
 * Tests that a column of JavaScript strings is written as the same bytes, whichever method converts the strings to
 * UTF-8.
 */
import { CodecId, createCodecRegistry } from '@marquetry/core';
import { bytesSource, type ColumnInput, memorySink, openFile, type Scalar } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema } from '@marquetry/schema';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { slotsOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const schema = defineSchema({ text: { type: 'STRING', optional: true } });
const codecs = createCodecRegistry([snappy]);

async function written(text: ColumnInput): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings: standardEncodings, codecs, codec: CodecId.SNAPPY });
  await writer.write({ text });
  await writer.finish();
  return sink.bytes;
}

/** Converts the strings of a column to byte arrays. */
function asBytes(texts: readonly Scalar[]): Scalar[] {
  return texts.map((text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text));
}

async function read(bytes: Uint8Array): Promise<unknown[]> {
  const file = await openFile(bytesSource(bytes), { encodings: standardEncodings, codecs });
  const found: unknown[] = [];
  for await (const piece of file.columnPieces('text')) found.push(...slotsOf(piece, 1));
  return found;
}

const few = ['AIR', 'REG AIR', '', 'Straße', 'naïve \u{1f600}', 'x'.repeat(300)];
const columns: readonly (readonly [name: string, texts: readonly (string | null)[]])[] = [
  ['few different strings', Array.from({ length: 30_000 }, (_, i) => few[(i * i) % few.length] ?? null)],
  ['few different strings and nulls', Array.from({ length: 30_000 }, (_, i) => few[(i * 7) % 9] ?? null)],
  ['different ASCII strings', Array.from({ length: 5000 }, (_, i) => `line ${i * 7919}`)],
  [
    'different strings, one in 90 not ASCII',
    Array.from({ length: 5000 }, (_, i) => (i % 90 === 7 ? `é${i}` : `e${i}`)),
  ],
  [
    'strings that repeat at first, and differ later',
    Array.from({ length: 20_000 }, (_, i) => `${i < 15_000 ? i % 3 : i}`),
  ],
  ['strings too long to be encoded together', Array.from({ length: 40 }, (_, i) => `${i}`.repeat(3000))],
];

describe.each(columns)('writing %s', (_, texts) => {
  test('strings produce the same file as their UTF-8 bytes', async () => {
    expect(Buffer.compare(await written(texts), await written(asBytes(texts)))).toBe(0);
  });

  test('strings are read back unchanged', async () => {
    // Compare byte arrays as strings with one character per byte.
    const bytes = texts.map((text) => (text === null ? null : Buffer.from(text).toString('latin1')));
    expect(await read(await written(texts))).toEqual(bytes);
  });
});

test.each([
  ['among strings that repeat', Array.from({ length: 5000 }, (_, i) => (i === 4321 ? 'a\ud800b' : `${i % 3}`)), 4321],
  ['among strings that differ', Array.from({ length: 5000 }, (_, i) => (i === 4321 ? '\udc00' : `${i}`)), 4321],
  ['at the end of strings that are joined', ['a', 'b\ud83d', '\ude00c'], 1],
])('an unpaired surrogate %s causes an error that states the number of its row', async (_, texts, row) => {
  await expect(written(texts)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(written(texts)).rejects.toThrow(`row ${row}`);
});

test('a value that is not a string causes an error that states the number of its row, even among repeated strings', async () => {
  const texts: unknown[] = Array.from({ length: 5000 }, (_, i) => (i === 4999 ? 5 : `${i % 3}`));
  await expect(written(texts as Scalar[])).rejects.toThrow('row 4999: number 5 does not fit');
});
