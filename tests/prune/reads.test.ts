import { toArrow } from '@marquetry/arrow';
import { type ByteSource, bytesSource } from '@marquetry/file';
import { memorySink, openParquet, type Where, writeParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { beforeAll, expect, test } from 'vitest';

const rowCount = 60_000;
let bytes: Uint8Array;

beforeAll(async () => {
  const rows = Array.from({ length: rowCount }, (_, i) => ({
    key: i,
    unsorted: (i * 7919) % rowCount,
    filtered: (i % 3) * rowCount + ((i * 7919) % rowCount),
    name: `customer ${(i * 31) % 997}`,
    price: ((i * 17) % 10_000) / 8,
    tags: [`t${i % 11}`, `u${i % 7}`],
  }));
  const sink = memorySink();
  await writeParquet(sink, rows, {
    rowGroupRows: rowCount / 4,
    pageRows: 1000,
    codec: 1,
    codecs: standardCodecs,
    dictionary: false,
    columns: { filtered: { bloomFilter: true } },
  });
  bytes = sink.bytes;
});

interface Counted {
  readonly source: ByteSource;
  readonly reads: readonly (readonly [offset: number, length: number])[];
}

/**
 * Returns a source that records reads. The file reader treats the source as remote, because it is not a plain byte
 * array.
 */
function counted(): Counted {
  const memory = bytesSource(bytes);
  const reads: [number, number][] = [];
  const read: ByteSource['read'] = (offset, length, signal) => {
    reads.push([offset, length]);
    return memory.read(offset, length, signal);
  };
  return { source: { byteLength: memory.byteLength, read }, reads };
}

/** Returns the number of bytes that were fetched more than once. */
function twice(reads: Counted['reads']): number {
  const seen = new Uint8Array(bytes.length);
  let again = 0;
  for (const [offset, length] of reads) {
    for (let i = offset; i < offset + length; i++) {
      if (seen[i] === 1) again++;
      seen[i] = 1;
    }
  }
  return again;
}

const questions: readonly (readonly [string, Where, number])[] = [
  ['one sorted key', { key: 12_345 }, 1],
  ['a range of a sorted key', { key: { ge: 20_000, lt: 20_100 } }, 100],
  ['one value of an unsorted key', { unsorted: 4711 }, 1],
  ['text', { name: 'customer 31' }, 61],
  ['two columns', { key: { lt: 30_000 }, price: { lt: 10 } }, 240],
  ['elements of a list', { key: { lt: 1000 }, tags: { contains: 't5' } }, 91],
  ['an absent key', { key: -1 }, 0],
];

test.each(questions)(
  'a scan for %s fetches only planned bytes and gaps between them, and no page byte twice',
  async (_, where, count) => {
    const { source, reads } = counted();
    const file = await openParquet(source);
    const opening = reads.length;
    const plan = await file.plan({ where, columns: ['key', 'name', 'tags'] });
    const planning = reads.length;
    let found = 0;
    for await (const row of file.rows({ where, columns: ['key', 'name', 'tags'] })) {
      expect(row['name']).toBe(`customer ${((row['key'] as number) * 31) % 997}`);
      found++;
    }
    expect(found).toBe(count);
    const scanned = reads.slice(planning);
    expect(twice(scanned)).toBe(0);
    const fetched = scanned.reduce((sum, [, length]) => sum + length, 0);
    // The limit allows for bytes between two ranges, which are fetched if one request covers both ranges.
    expect(fetched).toBeLessThanOrEqual(plan.bytes.read + plan.bytes.metadata + 2 ** 14 * scanned.length);
    expect(opening).toBeGreaterThan(0);
  },
);

test('a filter for one value of a sorted key fetches less than 40,000 bytes of three columns', async () => {
  const { source, reads } = counted();
  const file = await openParquet(source);
  const before = reads.length;
  for await (const _ of file.rows({ where: { key: 12_345 }, columns: ['key', 'name', 'price'] }));
  const fetched = reads.slice(before).reduce((sum, [, length]) => sum + length, 0);
  expect(fetched).toBeLessThan(40_000);
});

test('a filtered read skips the row groups whose Bloom filter excludes the value', async () => {
  const file = await openParquet(bytes);
  const plan = await file.plan({ where: { filtered: 1_000_000 } });
  expect(plan.rowGroups).toEqual([]);
  expect(plan.skipped.map(({ by }) => by)).toEqual(['statistics', 'statistics', 'statistics', 'statistics']);
  const absent = await file.plan({ where: { filtered: 3 * rowCount - 2 } });
  for (const { by } of absent.skipped) expect(['statistics', 'bloom', 'columnIndex']).toContain(by);
});

test('blocks of large Bloom filters are fetched in the same round of requests as their headers', async () => {
  const memory = counted();
  let underWay = 0;
  let rounds = 0;
  const file = await openParquet({
    byteLength: bytes.length,
    read: async (offset: number, length: number) => {
      if (underWay++ === 0) rounds++;
      const read = await memory.source.read(offset, length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay--;
      return read;
    },
  });
  const filters = file.metadata.rowGroups.map(({ columns }) => columns[2]?.metaData?.bloomFilterLength);
  // The Bloom filters are too large to be read as a whole.
  for (const length of filters) expect(length).toBeGreaterThan(2 ** 12);
  const opening = memory.reads.length;
  rounds = 0;
  const use = { statistics: false, dictionary: false, columnIndex: false };
  const plan = await file.plan({ where: { filtered: 3 * rowCount - 2 }, columns: ['filtered'], use });
  expect(plan.skipped.map(({ by }) => by)).toContain('bloom');
  expect(rounds).toBe(1);
  expect(memory.reads.slice(opening).map((read) => read[1])).toEqual([64, 64, 64, 64, 32, 32, 32, 32]);
  expect(plan.bytes.metadata).toBe(4 * (64 + 32));
});

test('metadata that `use` turns off neither excludes rows nor is fetched', async () => {
  const file = await openParquet(bytes);
  const use = { statistics: false, bloom: false, dictionary: false, columnIndex: false };
  const plan = await file.plan({ where: { key: 12_345 }, use });
  expect(plan.rows).toBe(rowCount);
  expect(plan.skipped).toEqual([]);
  expect(plan.bytes.metadata).toBe(0);
  expect(await file.count({ where: { key: 12_345 }, use })).toBe(1);
});

test('a plan is plain data, so JSON can represent it', async () => {
  const file = await openParquet(bytes);
  const plan = await file.plan({ where: { key: { lt: 100 } }, columns: ['name'] });
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  expect(plan.rows).toBe(1000);
  expect(plan.skipped[0]).toEqual({
    rowGroup: 1,
    rows: 15_000,
    by: 'statistics',
    column: 'key',
    why: 'min 15000 >= 100',
  });
});

test('the predicate is not evaluated if statistics prove that all rows pass', async () => {
  const file = await openParquet(bytes);
  const plan = await file.plan({ where: { key: { ge: 0 } }, columns: ['name'] });
  expect(plan.rowGroups.map(({ decided, why }) => [decided, why])).toEqual(
    [0, 15_000, 30_000, 45_000].map((min) => ['all', `min ${min} >= 0`]),
  );
  expect(plan.rowGroups.flatMap(({ reads }) => reads.map(({ phase }) => phase))).not.toContain('filter');
});

test.each([{ limit: -1 }, { offset: Number.NaN }, { offset: 0.5 }, { batchRows: 0 }])(
  'a filtered read rejects the options %o',
  async (wrong) => {
    const file = await openParquet(bytes);
    const read = file.leafBatches({ where: { key: { lt: 10 } }, columns: ['key'], ...wrong });
    await expect(read.next()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  },
);

test('a filtered read returns Arrow tables and nested columns with only the matching rows', async () => {
  const file = await openParquet(bytes);
  const where = { key: { ge: 20_000, lt: 20_100 }, tags: { contains: 't5' } };
  const keys = Array.from({ length: 100 }, (_, i) => 20_000 + i).filter((key) => key % 11 === 5);
  const table = await toArrow(file, { where, columns: ['key', 'tags'] });
  expect(Array.from(table.getChild('key') ?? [], Number)).toEqual(keys);
  let rows = 0;
  for await (const { rowCount: count } of file.nestedBatches({ where, columns: ['tags'] })) rows += count;
  expect(rows).toBe(keys.length);
});
