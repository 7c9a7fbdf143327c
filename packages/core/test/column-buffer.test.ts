import { type ColumnType, createColumnBuffer, createLimits, slackBytes } from '@marquetry/core';
import { describe, expect, test } from 'vitest';

const boolean: ColumnType = { type: 0, width: 0 };
const int64: ColumnType = { type: 2, width: 8 };
const byteArray: ColumnType = { type: 6, width: 0 };
const fixed = (width: number): ColumnType => ({ type: 7, width });
const all = [boolean, int64, { type: 3, width: 12 }, byteArray, fixed(5)] as const;

test.each(all)('an empty buffer of type $type has no values', (column) => {
  const buffer = createColumnBuffer(column);
  expect(buffer.length).toBe(0);
  expect(buffer.values).toMatchObject({ layout: buffer.layout, type: column.type, length: 0 });
});

test.each(all)('a buffer of type $type keeps its entries when it grows', (column) => {
  const buffer = createColumnBuffer(column);
  for (let round = 0; round < 200; round++) {
    buffer.reserve(1, 3);
    if (buffer.layout === 'bits') {
      const { length } = buffer;
      buffer.data[length >> 3]! |= (round % 3 === 0 ? 1 : 0) << (length & 7);
    } else if (buffer.layout === 'fixed') {
      buffer.data.fill(round, buffer.length * column.width, (buffer.length + 1) * column.width);
    } else {
      const start = buffer.offsets[buffer.length]!;
      buffer.data.fill(round, start, start + 3);
      buffer.offsets[buffer.length + 1] = start + 3;
    }
    buffer.length++;
  }
  const { values } = buffer;
  expect(values.length).toBe(200);
  for (let round = 0; round < 200; round++) {
    if (values.layout === 'bits') expect((values.data[round >> 3]! >> (round & 7)) & 1).toBe(round % 3 === 0 ? 1 : 0);
    else if (values.layout === 'fixed') expect(buffer.data[round * column.width]).toBe(round);
    else expect(values.data[values.offsets[round]!]).toBe(round);
  }
});

test('a column buffer has memory for `capacity` entries, and for the bytes that kernels may write after them', () => {
  const buffer = createColumnBuffer(int64, { capacity: 100 });
  expect(buffer.capacity).toBeGreaterThanOrEqual(100);
  expect(buffer.data.length).toBeGreaterThanOrEqual(buffer.capacity * 8 + slackBytes);
  const before = buffer.data;
  buffer.reserve(buffer.capacity);
  expect(buffer.data).toBe(before);
  buffer.reserve(buffer.capacity + 1);
  expect(buffer.data).not.toBe(before);
});

test('a column buffer at least doubles its memory when it grows, so that appending one by one takes linear time', () => {
  const buffer = createColumnBuffer(int64, { capacity: 1000 });
  const { capacity } = buffer;
  buffer.length = capacity;
  buffer.reserve(1);
  expect(buffer.capacity).toBeGreaterThanOrEqual(2 * capacity);
});

test.each([boolean, int64, byteArray])(
  'a buffer of type $type does not grow beyond the expected number of entries',
  (column) => {
    const buffer = createColumnBuffer(column, { capacity: 800, expectedEntries: 1000 });
    buffer.length = buffer.capacity;
    buffer.reserve(1);
    expect(buffer.capacity).toBeGreaterThanOrEqual(1000);
    // Memory is allocated in steps of 8 bytes.
    expect(buffer.capacity).toBeLessThan(1000 + 64);
  },
);

test('a column buffer doubles its memory when it grows beyond the expected number of entries', () => {
  const buffer = createColumnBuffer(int64, { capacity: 1000, expectedEntries: 1000 });
  buffer.length = 1000;
  buffer.reserve(2);
  expect(buffer.capacity).toBeGreaterThanOrEqual(2000);
});

test.each(all)(
  'a buffer of type $type calls `release` with its old memory after each move, and never with the memory in use',
  (column) => {
    const taken: Uint8Array[] = [];
    const released: Uint8Array[] = [];
    const buffer = createColumnBuffer(column, {
      allocate: (byteLength) => {
        const memory = new Uint8Array(byteLength);
        taken.push(memory);
        return memory;
      },
      release: (memory) => released.push(memory),
    });
    for (let round = 0; round < 2000; round++) {
      buffer.reserve(1, 3);
      if (buffer.layout === 'bytes') buffer.offsets[buffer.length + 1] = 3 * (round + 1);
      buffer.length++;
    }
    const buffersOf = (arrays: readonly Uint8Array[]) => new Set(arrays.map(({ buffer: memory }) => memory));
    const inUse = buffersOf([
      buffer.data,
      ...(buffer.layout === 'bytes' ? [new Uint8Array(buffer.offsets.buffer)] : []),
    ]);
    expect(released.length).toBeGreaterThan(3);
    expect(buffersOf(released)).toEqual(new Set([...buffersOf(taken)].filter((memory) => !inUse.has(memory))));
  },
);

test('a buffer of byte arrays has room for one more offset than entries', () => {
  const buffer = createColumnBuffer(byteArray, { capacity: 10 });
  if (buffer.layout !== 'bytes') throw new Error(buffer.layout);
  buffer.reserve(buffer.capacity);
  expect(buffer.offsets.length).toBeGreaterThan(buffer.capacity);
  expect(buffer.offsets[0]).toBe(0);
});

test('`words` of a column buffer is a view of `data` as 32-bit words', () => {
  const buffer = createColumnBuffer(int64, { capacity: 3 });
  if (buffer.layout !== 'fixed') throw new Error(buffer.layout);
  buffer.words[2] = 5;
  buffer.length = 2;
  expect(buffer.values.data).toEqual(BigInt64Array.of(0n, 5n));
});

test('a column buffer accepts memory that starts at any byte of an ArrayBuffer, if the given allocator returns it', () => {
  const memory = new Uint8Array(4096);
  let used = 8;
  const allocate = (byteLength: number): Uint8Array => {
    used += byteLength;
    return memory.subarray(used - byteLength, used);
  };
  const buffer = createColumnBuffer(int64, { capacity: 4, allocate });
  expect(buffer.data.buffer).toBe(memory.buffer);
  if (buffer.layout !== 'fixed') throw new Error(buffer.layout);
  buffer.words[0] = 7;
  expect(memory[8]).toBe(7);
});

test('a buffer of zero-width values has room for any number of entries', () => {
  const buffer = createColumnBuffer(fixed(0), { capacity: 1e9 });
  buffer.length = 5;
  expect(buffer.values).toEqual({ layout: 'fixed', type: 7, length: 5, width: 0, data: new Uint8Array(0) });
});

test('a buffer of 40 MiB is moved in steps of 4 MiB, and keeps its entries', () => {
  const buffer = createColumnBuffer(int64, { capacity: 5 * 2 ** 20 });
  if (buffer.layout !== 'fixed') throw new Error(buffer.layout);
  buffer.words[2 ** 20] = 7;
  buffer.words[10 * 2 ** 20 - 1] = 9;
  buffer.length = 5 * 2 ** 20;
  let steps = 0;
  for (const _ of buffer.reserveInSteps(1)) steps++;
  expect(steps).toBe(9);
  expect([buffer.words[2 ** 20], buffer.words[10 * 2 ** 20 - 1]]).toEqual([7, 9]);
  expect([...buffer.reserveInSteps(1)]).toEqual([]);
});

describe('the limits of a column buffer', () => {
  const limits = createLimits({ decodedBytes: 100 });
  const over = expect.objectContaining({ code: 'LIMIT' });

  test('reserve throws LIMIT above decodedBytes, and names the limit', () => {
    expect(() => createColumnBuffer(int64, { capacity: 13, limits })).toThrow('decodedBytes = 100');
    const buffer = createColumnBuffer(int64, { capacity: 12, limits });
    expect(() => buffer.reserve(13)).toThrow(over);
    expect(() => createColumnBuffer(boolean, { limits }).reserve(801)).toThrow(over);
    createColumnBuffer(boolean, { limits }).reserve(800);
    expect(() => createColumnBuffer(byteArray, { limits }).reserve(0, 101)).toThrow(over);
    expect(() => createColumnBuffer(byteArray, { limits }).reserve(25)).toThrow(over);
  });

  test('a column buffer does not double its memory beyond the limit', () => {
    const buffer = createColumnBuffer(int64, { capacity: 8, limits });
    buffer.length = 8;
    buffer.reserve(4);
    // Memory is allocated in words of 8 bytes.
    expect(buffer.capacity * 8).toBeLessThan(100 + 8);
  });

  test('reserve throws LIMIT for more bytes than int32 offsets can address, regardless of the limits', () => {
    const buffer = createColumnBuffer(byteArray, { limits: createLimits({ decodedBytes: 2 ** 40 }) });
    expect(() => buffer.reserve(1, 2 ** 31)).toThrow(over);
  });
});

describe('clear', () => {
  test('clear removes the entries of a column buffer and keeps the memory', () => {
    const buffer = createColumnBuffer(int64, { capacity: 10 });
    const { data, capacity } = buffer;
    buffer.length = 10;
    buffer.clear();
    expect(buffer.length).toBe(0);
    expect(buffer.data).toBe(data);
    expect(buffer.capacity).toBe(capacity);
  });

  test('clear sets all bits to 0, and the first offset to 0', () => {
    const bits = createColumnBuffer(boolean, { capacity: 20 });
    bits.data.fill(0xff, 0, 2);
    bits.length = 13;
    bits.data[1] = 0x1f;
    bits.clear();
    expect(bits.data.every((byte) => byte === 0)).toBe(true);
    const texts = createColumnBuffer(byteArray, { capacity: 2 });
    if (texts.layout !== 'bytes') throw new Error(texts.layout);
    texts.offsets[1] = 4;
    texts.length = 1;
    texts.clear();
    expect(texts.values).toEqual({
      layout: 'bytes',
      type: 6,
      length: 0,
      offsets: Int32Array.of(0),
      data: new Uint8Array(0),
    });
  });
});
