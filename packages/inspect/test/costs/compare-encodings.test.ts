import { standardCodecs } from '@marquetry/codecs';
import {
  CodecId,
  createCodecRegistry,
  createLimits,
  createRegistry,
  EncodingId,
  isParquetError,
  ParquetError,
  PhysicalType,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, type OpenFileOptions, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import {
  bestCost,
  type CompareOptions,
  compareEncodings,
  type EncodingCost,
  presentCost,
  type RefusedCost,
} from '@marquetry/inspect/costs';
import { defineSchema } from '@marquetry/schema';
import { expect, test } from 'vitest';

const plugIns = { encodings: standardEncodings, codecs: standardCodecs };

/** Returns a file of INT32 values in row groups of `groupRows` rows, encoded as PLAIN and not compressed. */
async function fileOf(rows: number, groupRows: number, more: Partial<OpenFileOptions> = {}): Promise<ParquetFile> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    ...plugIns,
    schema: defineSchema({ a: 'INT32' }),
    encoding: EncodingId.PLAIN,
    rowGroupRows: groupRows,
  });
  const data = Int32Array.from({ length: rows }, (_, i) => i % 10);
  await writer.write({ a: { values: { layout: 'fixed', type: PhysicalType.INT32, width: 4, length: rows, data } } });
  await writer.finish();
  return openFile(bytesSource(sink.bytes), { ...plugIns, ...more });
}

async function compared(
  file: ParquetFile,
  options: Partial<CompareOptions> = {},
): Promise<(EncodingCost | RefusedCost)[]> {
  const [leaf] = file.schema.leaves;
  const costs: (EncodingCost | RefusedCost)[] = [];
  for await (const cost of compareEncodings(file, leaf!, { ...plugIns, ...options })) costs.push(cost);
  return costs;
}

const sizesOf = (costs: readonly (EncodingCost | RefusedCost)[]): EncodingCost[] =>
  costs.filter((cost): cost is EncodingCost => 'size' in cost);
const wayOf = ({ encoding, codec }: EncodingCost | RefusedCost): string => `${encoding?.name} ${codec?.name}`;

test('compareEncodings yields each encoding and codec with its size, and then again with its speed', async () => {
  const file = await fileOf(10_000, 10_000);
  const progress: [number, number][] = [];
  const costs = await compared(file, {
    codecIds: [CodecId.UNCOMPRESSED, CodecId.SNAPPY],
    onProgress: (done, total) => progress.push([done, total]),
  });
  const sizes = sizesOf(costs);
  const ways = ['PLAIN', 'DELTA_BINARY_PACKED', 'RLE_DICTIONARY', 'BYTE_STREAM_SPLIT'].flatMap((encoding) => [
    `${encoding} UNCOMPRESSED`,
    `${encoding} SNAPPY`,
  ]);
  expect(sizes.map(wayOf)).toEqual([...ways, ...ways]);
  expect(progress).toEqual(ways.map((_, i) => [i + 1, ways.length]));
  const first = sizes.slice(0, ways.length);
  expect(first.every(({ decodeMegabytesPerSecond }) => decodeMegabytesPerSecond === null)).toBe(true);
  for (const [i, cost] of sizes.slice(ways.length).entries()) {
    expect(cost.decodeMegabytesPerSecond).toBeGreaterThan(0);
    expect({ ...cost, decodeMegabytesPerSecond: null }).toEqual(first[i]);
  }
  const plain = sizes.find((cost) => wayOf(cost) === 'PLAIN UNCOMPRESSED')!;
  // 40,000 bytes of values, and page headers.
  expect(plain.size).toBeGreaterThan(40_000);
  expect(plain.size).toBeLessThan(40_200);
  expect(plain.rows).toBe(10_000);
  const present = presentCost(file, file.schema.leaves[0]!);
  expect(plain.presentSize).toBe(present.size);
  expect(present.codecs).toEqual([CodecId.UNCOMPRESSED]);
  // Indices into a dictionary of ten values take four bits each.
  const dictionary = sizes.find((cost) => wayOf(cost) === 'RLE_DICTIONARY UNCOMPRESSED')!;
  expect(dictionary.size).toBeGreaterThan(5000);
  expect(dictionary.size).toBeLessThan(5300);
  expect(dictionary.ratio).toBe(dictionary.size / present.size);
});

test('compareEncodings first yields the encodings and codecs that cannot be written, with the reasons', async () => {
  const readOnly = { contract: 1, id: CodecId.ZSTD, name: 'ZSTD', decompress: () => {} } as const;
  const { encoder: _, ...plain } = standardEncodings.resolve(EncodingId.PLAIN, (await fileOf(1, 1)).schema.leaves[0]!);
  const encodings = createRegistry([
    { ...plain, supports: () => true },
    ...[...standardEncodings].filter(({ id }) => id !== EncodingId.PLAIN && id !== EncodingId.RLE_DICTIONARY),
  ]);
  const costs = await compared(await fileOf(10, 10), {
    encodings,
    codecs: createCodecRegistry([readOnly]),
    codecIds: [CodecId.UNCOMPRESSED, CodecId.ZSTD, CodecId.BROTLI],
    speed: false,
  });
  const isRefused = costs.map((cost) => 'refused' in cost);
  expect(isRefused.indexOf(false)).toBe(isRefused.lastIndexOf(true) + 1);
  const texts = costs.flatMap((cost) => ('refused' in cost ? [`${wayOf(cost)}: ${cost.refused}`] : []));
  expect(texts).toContain('PLAIN undefined: PLAIN can be read but not written');
  expect(texts).toContain('DELTA_BYTE_ARRAY undefined: DELTA_BYTE_ARRAY does not support this column type');
  expect(texts).toContain(
    'undefined ZSTD: ZSTD can be read but not written: `zstd` from @marquetry/codec-zstd-wasm can write it',
  );
  expect(texts).toContain('undefined BROTLI: BROTLI is not registered');
  expect(sizesOf(costs).map(wayOf)).toEqual(['DELTA_BINARY_PACKED UNCOMPRESSED', 'BYTE_STREAM_SPLIT UNCOMPRESSED']);
});

test('compareEncodings yields an encoding as refused if writing fails, and continues with the next', async () => {
  const failing = {
    ...standardCodecs.resolve(CodecId.GZIP),
    compress: () => {
      throw new ParquetError('LIMIT', 'the window is too small');
    },
  };
  const costs = await compared(await fileOf(10, 10), {
    codecs: standardCodecs.replace(failing),
    codecIds: [CodecId.GZIP, CodecId.SNAPPY],
    speed: false,
  });
  const plain = costs.filter(({ encoding }) => encoding?.name === 'PLAIN');
  expect(plain.map(wayOf)).toEqual(['PLAIN GZIP', 'PLAIN SNAPPY']);
  expect(plain[0]).toMatchObject({ refused: expect.stringContaining('the window is too small') });
  expect(plain[1]).toMatchObject({ rows: 10 });
});

test('compareEncodings measures row groups until they have `mostRows` rows, but only part of a very large row group', async () => {
  const options = { codecIds: [CodecId.UNCOMPRESSED], speed: false };
  const several = sizesOf(await compared(await fileOf(1000, 100), { ...options, mostRows: 250 }));
  expect(several[0]).toMatchObject({ rows: 300 });
  const large = await fileOf(1000, 1000);
  const [part] = sizesOf(await compared(large, { ...options, mostRows: 250 }));
  expect(part).toMatchObject({ rows: 250 });
  expect(part!.presentSize).toBe(Math.round(presentCost(large, large.schema.leaves[0]!).size / 4));
  expect(part!.presentSize).toBe(presentCost(large, large.schema.leaves[0]!, 250, 250).size);
  await expect(compared(large, { mostRows: 0 })).rejects.toThrow('`mostRows` must be a positive integer, got 0');
});

test('compareEncodings measures decoding speeds before all encodings are written if the written files would exceed the memory limit', async () => {
  const file = await fileOf(200_000, 20_000, { limits: createLimits({ memoryBytes: 2 ** 21 }) });
  const costs = sizesOf(await compared(file, { codecIds: [CodecId.UNCOMPRESSED, CodecId.SNAPPY] }));
  const isSpeed = costs.map(({ decodeMegabytesPerSecond }) => decodeMegabytesPerSecond !== null);
  const firstSpeed = isSpeed.indexOf(true);
  const lastSize = isSpeed.lastIndexOf(false);
  expect(firstSpeed).toBeLessThan(lastSize);
  expect(isSpeed.filter(Boolean)).toHaveLength(8);
  // The loaded column takes at most an eighth of the memory limit, rounded up to a whole batch.
  expect(costs[0]!.rows).toBeLessThan(200_000);
});

test("compareEncodings yields to the event loop, and throws the signal's abort reason", async () => {
  const file = await fileOf(300_000, 300_000);
  const controller = new AbortController();
  const reason = new Error('stop');
  setTimeout(() => controller.abort(reason), 20);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await expect(compared(file, { signal: controller.signal })).rejects.toBe(reason);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  await expect(compared(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('compareEncodings measures a column without rows', async () => {
  const costs = sizesOf(await compared(await fileOf(0, 100), { codecIds: [CodecId.UNCOMPRESSED] }));
  expect(costs.at(-1)).toMatchObject({ rows: 0, ratio: 1, decodeMegabytesPerSecond: null });
});

test('compareEncodings rejects a column that cannot be read', async () => {
  const file = await fileOf(1000, 1000);
  const broken = file.over({ byteLength: file.source.byteLength, read: async (_, length) => new Uint8Array(length) });
  await expect(compared(broken)).rejects.toSatisfy(isParquetError);
});

const cost = (
  encoding: string,
  codec: keyof typeof CodecId,
  size: number,
  speed: number | null,
  more = {},
): EncodingCost => ({
  encoding: { id: encoding.length, name: encoding, preview: false },
  codec: { id: CodecId[codec], name: codec },
  size,
  presentSize: 40_100_000,
  ratio: size / 40_100_000,
  rows: 1,
  decodeMegabytesPerSecond: speed,
  ...more,
});

test('bestCost chooses the fastest of the results that are at most 10 % larger than the smallest', () => {
  const costs = [
    cost('PLAIN', 'UNCOMPRESSED', 40_000_000, 4000),
    cost('RLE_DICTIONARY', 'BROTLI', 12_000_000, 300),
    cost('RLE_DICTIONARY', 'ZSTD', 12_300_000, null),
    cost('RLE_DICTIONARY', 'SNAPPY', 13_300_000, 3000),
    cost('RLE_DICTIONARY', 'ZSTD', 12_300_000, 900),
    { encoding: undefined, codec: { id: 3, name: 'LZO' }, refused: 'LZO cannot be written' },
  ];
  const best = bestCost(costs);
  expect(best.cost).toBe(costs[4]);
  expect(best.savedBytes).toBe(27_800_000);
  expect(best.reason).toBe('RLE_DICTIONARY with ZSTD: 12.3 MB instead of 40.1 MB (31 %)');
});

test('bestCost chooses neither a preview encoding nor a result that saves less than 5 %', () => {
  const preview = cost('ALP', 'ZSTD', 5_000_000, 1, { encoding: { id: 10, name: 'ALP', preview: true } });
  expect(bestCost([preview, cost('PLAIN', 'ZSTD', 39_000_000, 1)])).toMatchObject({ cost: undefined, savedBytes: 0 });
  expect(bestCost([cost('PLAIN', 'UNCOMPRESSED', 999, null)]).reason).toBe(
    'PLAIN without compression: 999 bytes instead of 40.1 MB (0 %)',
  );
  expect(bestCost([]).reason).toBe('None of the measured encodings can write this column.');
});
