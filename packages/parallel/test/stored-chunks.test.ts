import { bytesSource, type ParquetFile, type RowGroupRange } from '@marquetry/file';
import { rowRanges } from '@marquetry/file/row-ranges';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SentBytes } from '../src/messages.js';
import { createStoredChunks } from '../src/stored-chunks.js';
import { openSample, sampleFile } from './workers.js';

let bytes: Uint8Array;
let file: ParquetFile;
let ranges: readonly RowGroupRange[];
beforeAll(async () => {
  bytes = await sampleFile();
  file = await openSample(bytes);
  ranges = rowRanges(file.metadata.rowGroups, {});
});

const roomy = 2 ** 24;

/** Returns a copy of the file with an asynchronous source, and the list in which that source records its reads. */
function waitedFor(): { readonly over: ParquetFile; readonly reads: number[] } {
  const reads: number[] = [];
  const { byteLength, read } = bytesSource(bytes);
  const over = file.over({
    byteLength,
    read: async (offset, length) => {
      reads.push(offset);
      return read(offset, length);
    },
  });
  return { over, reads };
}

function expectStored(sent: readonly SentBytes[]): void {
  for (const { offset, bytes: stretch } of sent) {
    expect(stretch).toEqual(bytes.slice(offset, offset + stretch.length));
  }
}

function has(sent: readonly SentBytes[], start: number, end: number): boolean {
  return sent.some(({ offset, bytes: stretch }) => offset <= start && end <= offset + stretch.length);
}

describe('loading the bytes to send with a task', () => {
  test('bytes to send with a task are returned synchronously if the source is in memory, and nearby chunks form one range', () => {
    const { leaves } = file.schema;
    const sent = createStoredChunks(file, roomy, 4, undefined).take(ranges[1]!, leaves) as readonly SentBytes[];
    expect(sent).toHaveLength(1);
    expectStored(sent);
    for (const leaf of leaves) {
      const { start, end } = file.chunk({ rowGroup: 1, column: leaf });
      expect(has(sent, start!, end)).toBe(true);
    }
  });

  test('bytes to send with a task are read as several ranges into one buffer if chunks are far apart', async () => {
    const [first, ...others] = file.schema.leaves;
    const far = file.over({ ...bytesSource(bytes), gap: 0 });
    const sent = await createStoredChunks(far, roomy, 4, undefined).take(ranges[0]!, [first!, others.at(-1)!]);
    expect(sent).toHaveLength(2);
    expectStored(sent);
    expect(sent[0]?.bytes.buffer).toBe(sent[1]?.bytes.buffer);
  });

  test('bytes to send with a task are read with one call per range if the source is asynchronous, and arrive in the order of the requests', async () => {
    const { over, reads } = waitedFor();
    const stored = createStoredChunks(over, roomy, 4, undefined);
    const taken = await Promise.all(ranges.map((range) => stored.take(range, over.schema.leaves)));
    expect(reads).toHaveLength(ranges.length);
    expect([...reads].sort((a, b) => a - b)).toEqual(reads);
    for (const sent of taken) expectStored(sent);
  });

  test('bytes to send with a task are copied to a buffer that a worker has sent back, if there is one', () => {
    const stored = createStoredChunks(file, roomy, 4, undefined);
    const [first] = stored.take(ranges[0]!, file.schema.leaves) as readonly SentBytes[];
    stored.give(first!.bytes.buffer);
    const sent = stored.take(ranges[2]!, file.schema.leaves.slice(0, 3)) as readonly SentBytes[];
    expect(sent[0]?.bytes.buffer).toBe(first?.bytes.buffer);
    expectStored(sent);
  });

  test('a task is sent without bytes if it needs too many bytes, or if it reads only some rows', () => {
    const { leaves } = file.schema;
    expect(createStoredChunks(file, 1000, 4, undefined).take(ranges[0]!, leaves)).toEqual([]);
    const [part] = rowRanges(file.metadata.rowGroups, { limit: 500 });
    expect(createStoredChunks(file, roomy, 4, undefined).take(part!, leaves)).toEqual([]);
  });

  test('a task is sent without bytes if the source fails or returns too few bytes', async () => {
    const { byteLength } = file.source;
    const failing = file.over({ byteLength, read: () => Promise.reject(new Error('no disk')) });
    expect(await createStoredChunks(failing, roomy, 4, undefined).take(ranges[0]!, file.schema.leaves)).toEqual([]);
    const short = file.over({ byteLength, read: async () => new Uint8Array(3) });
    expect(await createStoredChunks(short, roomy, 4, undefined).take(ranges[0]!, file.schema.leaves)).toEqual([]);
  });
});
