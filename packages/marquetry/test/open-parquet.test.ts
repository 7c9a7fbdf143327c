import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { createLimits, defineEncoding, isParquetError, openParquet, PhysicalType } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { describe, expect, test, vi } from 'vitest';

const column = columnOf(PhysicalType.DOUBLE, [1, 0]);
const options = { column, values: valuesOf(column, [0.5, -0, Number.NaN]), definition: [1, 1, 0, 1] };
const file = (codec: number, ...pages: Uint8Array[]): Uint8Array => buildFlatFile(column, pages, { codec });

async function slots(input: Uint8Array, more: Parameters<typeof openParquet>[1] = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const batch of (await openParquet(input, more)).columnBatches()) found.push(...slotsOf(batch['c']!));
  return found;
}

describe('openParquet', () => {
  test('openParquet reads pages in standard encodings and codecs by default', async () => {
    const bytes = file(1, buildDataPage({ ...options, encoding: 9, codec: snappy, crc: true }));
    expect(await slots(bytes)).toEqual([0.5, -0, null, Number.NaN]);
  });

  test('openParquet treats undefined options as absent', async () => {
    const bytes = file(1, buildDataPage({ ...options, encoding: 0, codec: snappy }));
    expect(await slots(bytes, { encodings: undefined, codecs: undefined, limits: undefined } as never)).toEqual([
      0.5,
      -0,
      null,
      Number.NaN,
    ]);
  });

  test('openParquet reads pages in a custom encoding that is passed as an option', async () => {
    const plain = standardEncodings.find(0)!;
    const mine = defineEncoding({ ...plain, id: 200, name: 'MINE' });
    const bytes = file(0, buildDataPage({ ...options, encoding: 0, header: { data: { encoding: 200 } } }));
    expect((await errorOf(() => slots(bytes))).code).toBe('UNSUPPORTED');
    expect(await slots(bytes, { encodings: standardEncodings.with(mine) })).toEqual([0.5, -0, null, Number.NaN]);
  });

  test('openParquet applies the options for checksums and limits', async () => {
    const bytes = file(0, buildDataPage({ ...options, encoding: 0, crc: 1 }));
    expect((await errorOf(() => slots(bytes))).code).toBe('CORRUPT');
    expect(await slots(bytes, { verifyChecksums: false })).toEqual([0.5, -0, null, Number.NaN]);
    expect(
      (await errorOf(() => slots(bytes, { verifyChecksums: false, limits: createLimits({ pageSlots: 3 }) }))).code,
    ).toBe('LIMIT');
  });

  test('if the input is not a Parquet file, openParquet does not close a source that the caller created', async () => {
    const close = vi.fn(async () => undefined);
    const bytes = new TextEncoder().encode('no Parquet file at all');
    const source = {
      byteLength: bytes.length,
      read: async (at: number, length: number) => bytes.subarray(at, at + length),
      close,
    };
    await expect(openParquet(source)).rejects.toSatisfy(isParquetError);
    expect(close).not.toHaveBeenCalled();
  });

  test('standardEncodings has the encodings 0, 2, 3 and 5 to 9, standardCodecs the codecs 1, 2 and 4 to 7', () => {
    expect([...standardEncodings].map(({ id }) => id).sort((a, b) => a - b)).toEqual([0, 2, 3, 5, 6, 7, 8, 9]);
    expect([...standardCodecs].map(({ id }) => id).sort()).toEqual([1, 2, 4, 5, 6, 7]);
  });
});
