import { constants, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observedSink, openSink, releasesBytes } from '@marquetry/file';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { alignedMemory, blockBytes, isAligned } from '../../src/sink/aligned-memory.node.js';
import { diskSink } from '../../src/sink/disk.node.js';
import { memoryOf } from '../../src/sink/released-memory.js';
import { directFile } from '../../src/sink/written-file.node.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-direct-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.bin');

type WriteBlocks = FileHandle['writev'];
const probe = await openFile(path, 'w');
await probe.close();
/** The class of all file handles, whose `writev` is used only for direct I/O. */
const handles = Object.getPrototypeOf(probe) as Pick<FileHandle, 'writev'>;
const { writev } = handles;
/** Replaces the method that writes blocks with direct I/O. */
const replaceWritev = (replace: (write: WriteBlocks) => WriteBlocks): void => {
  vi.spyOn(handles, 'writev').mockImplementation(function (this: FileHandle, ...args) {
    return replace(writev.bind(this))(...args);
  });
};
afterEach(() => vi.restoreAllMocks());

/** True if this system offers direct I/O in the folder for temporary files. */
const isDirect = await (async (): Promise<boolean> => {
  if ((constants.O_DIRECT as number | undefined) === undefined) return false;
  const memory = alignedMemory(blockBytes);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_DIRECT;
  const handle = await openFile(join(folder, 'probe'), flags).catch(() => undefined);
  const written = memory && (await handle?.write(memory, 0, blockBytes, 0).catch(() => undefined));
  await handle?.close();
  return written?.bytesWritten === blockBytes;
})();

/** Writes 20 pieces of random sizes: some in aligned memory at their offset in the file, others in any memory. */
async function writePieces(seed: number): Promise<Uint8Array> {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const aligned = alignedMemory(2 ** 21) ?? new Uint8Array(2 ** 21);
  const file = await directFile(path, await openFile(path, 'w'));
  const pieces: Uint8Array[] = [];
  let position = 0;
  for (let i = 0; i < 20; i++) {
    const length = random([1, 100, 2 * blockBytes, 2 ** 18, 2 ** 21 - blockBytes][random(5)] as number);
    const at = [position % blockBytes, random(blockBytes)][random(4) >> 1] as number;
    const piece = random(3) === 0 ? new Uint8Array(length) : aligned.subarray(at, at + length);
    for (let j = 0; j < length; j += 61) piece[j] = random(256);
    pieces.push(piece.slice());
    await file.write(piece, undefined);
    position += length;
    // The memory may be reused once the write has resolved.
    piece.fill(255);
  }
  await file.finish();
  return new Uint8Array(Buffer.concat(pieces));
}

const same = (expected: Uint8Array): boolean => Buffer.compare(readFileSync(path), expected) === 0;

describe('a file that is written with direct I/O', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'it contains the bytes of all writes, whatever their memory (seed %i)',
    async (seed) => {
      expect(same(await writePieces(seed))).toBe(true);
    },
  );

  test.runIf(isDirect)('blocks are written in place, and only in whole blocks', async () => {
    let inPlace = 0;
    replaceWritev((write) => (parts, position) => {
      expect(Number(position) % blockBytes).toBe(0);
      for (const part of parts) {
        expect(part.byteLength % blockBytes).toBe(0);
        expect(isAligned(part as Uint8Array, 0)).toBe(true);
      }
      if (parts.length === 2) inPlace += (parts[1] as Uint8Array).length;
      return write(parts, position);
    });
    const memory = alignedMemory(2 ** 20) as Uint8Array;
    const file = await directFile(path, await openFile(path, 'w'));
    await file.write(Uint8Array.of(80, 65, 82, 49), undefined);
    await file.write(memory.subarray(4), undefined);
    await file.write(memory, undefined);
    await file.finish();
    expect(inPlace).toBe(2 ** 21 - blockBytes);
    expect(readFileSync(path).length).toBe(2 ** 21);
  });

  test.runIf(isDirect)('short pieces are collected, because each write waits for the disk', async () => {
    const lengths: number[] = [];
    replaceWritev((write) => (parts, position) => {
      lengths.push(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
      return write(parts, position);
    });
    const memory = alignedMemory(2 ** 16) as Uint8Array;
    const file = await directFile(path, await openFile(path, 'w'));
    for (let i = 0; i < 33; i++) await file.write(memory, undefined);
    await file.finish();
    expect(lengths).toEqual([2 ** 20, 2 ** 20]);
    expect(readFileSync(path).length).toBe(33 * 2 ** 16);
  });

  test.runIf(isDirect)('it is written through the page cache if the file system refuses direct I/O', async () => {
    let calls = 0;
    replaceWritev(() => async () => {
      calls++;
      throw Object.assign(new Error('EINVAL: invalid argument, writev'), { code: 'EINVAL' });
    });
    expect(same(await writePieces(9))).toBe(true);
    expect(calls).toBe(1);
  });

  test.runIf(isDirect)('blocks of which the system has written a part are completed', async () => {
    // Writes all parts but the last one.
    replaceWritev((write) => async (parts, position) => {
      const { bytesWritten } = await write(parts.slice(0, -1), position);
      return { bytesWritten, buffers: parts };
    });
    expect(same(await writePieces(10))).toBe(true);
  });

  test.runIf(isDirect)('an error of the disk rejects the write', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, writev'), { code: 'ENOSPC' });
    replaceWritev(() => async () => {
      throw full;
    });
    const sink = openSink(join(folder, 'full.parquet'), { direct: true });
    await expect(sink.write(new Uint8Array(2 ** 21))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(folder).filter((name) => name.includes('full'))).toEqual([]);
  });

  test.runIf(isDirect)('an aborted sink closes both of its file descriptors', async () => {
    const opened = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)].filter((link) => link.includes('.b.parquet'));
        } catch {
          return [];
        }
      });
    const sink = openSink(join(folder, 'b.parquet'), { direct: true });
    await sink.write(new Uint8Array(2 ** 21));
    expect(opened().length).toBe(2);
    await sink.abort();
    expect(opened()).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('b.parquet'))).toEqual([]);
  });

  test('without WebAssembly, it is written through the page cache', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    try {
      expect(alignedMemory(10)).toBeUndefined();
      expect(same(await writePieces(11))).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test('an observed sink prefers the same memory as the sink that it writes to', () => {
  const direct = openSink(path, { direct: true });
  expect(memoryOf(direct)?.alignment).toBe(blockBytes);
  expect(memoryOf(observedSink(direct, {}))).toBe(memoryOf(direct));
  const cached = observedSink(openSink(path), {});
  expect([releasesBytes(cached), memoryOf(cached)]).toEqual([true, undefined]);
  const keeping = { write: async () => {}, close: async () => {}, abort: async () => {} };
  expect(releasesBytes(observedSink(keeping, {}))).toBe(false);
});

describe('an observed sink', () => {
  const logging = (log: string[]) => ({
    write: async (bytes: Uint8Array) => void log.push(`write ${bytes}`),
    close: async () => void log.push('close'),
    abort: async () => void log.push('abort'),
  });

  test('it calls the observer before each write and before it is closed', async () => {
    const log: string[] = [];
    const sink = observedSink(logging(log), {
      onWrite: async (bytes) => void log.push(`observe ${bytes}`),
      onClose: () => void log.push('observe close'),
    });
    await sink.write(Uint8Array.of(1, 2));
    await sink.close();
    expect(log).toEqual(['observe 1,2', 'write 1,2', 'observe close', 'close']);
  });

  test('after an error of the observer, nothing is written, and the sink is not closed', async () => {
    const log: string[] = [];
    const sink = observedSink(logging(log), {
      onWrite: ([byte]) => {
        if (byte === 2) throw new Error('no');
      },
    });
    await sink.write(Uint8Array.of(1));
    await expect(sink.write(Uint8Array.of(2))).rejects.toThrow('no');
    await expect(sink.write(Uint8Array.of(3))).rejects.toThrow('no');
    await expect(sink.close()).rejects.toThrow('no');
    await sink.abort();
    expect(log).toEqual(['write 1', 'abort']);
  });

  test.each(['write', 'close'] as const)(
    'it does not %s after an abort during the call of the observer',
    async (call) => {
      const log: string[] = [];
      let go = (): void => {};
      const waiting = new Promise<void>((resolve) => {
        go = resolve;
      });
      const sink = observedSink(logging(log), { onWrite: () => waiting, onClose: () => waiting });
      const error = errorOf(() => (call === 'write' ? sink.write(Uint8Array.of(1)) : sink.close()));
      await sink.abort();
      go();
      expect((await error).reason).toBe('the sink is aborted; open a new one');
      expect(log).toEqual(['abort']);
    },
  );
});

test('`direct` must be a boolean', () => {
  expect(thrownBy(() => diskSink(path, { direct: 1 as never })).code).toBe('INVALID_ARGUMENT');
  expect(thrownBy(() => openSink(path, { direct: 'yes' as never })).reason).toBe(
    '`direct` must be true or false, got yes',
  );
});
