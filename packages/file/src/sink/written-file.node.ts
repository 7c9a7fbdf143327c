/**
 * Writes the bytes of a new file on disk, through the page cache or with direct I/O (Node).
 *
 *   through the page cache   the system copies the bytes to the cache, and writes them to the disk later
 *   direct I/O               the disk reads the bytes from the memory of this process: nothing is copied, and the cache
 *                            keeps its other files
 *
 * Direct I/O writes whole blocks: the file offset, the length and the address of the memory must be multiples of the
 * block size. Each write waits for the disk, so only long bodies are written in place. All other bytes are staged, which
 * means that they are copied to aligned memory until it is full:
 *
 *   write(bytes)      | head |         body         | tail |
 *   blocks    ... staged bytes |                    | staged bytes ...         staged bytes and body: one system call
 *
 * Source: `O_DIRECT` in open(2) and its notes, from the Linux manual pages.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { alignedMemory, blockBytes, isAligned } from './aligned-memory.node.js';

/** A file to which bytes are appended. Calls must not overlap. */
export interface WrittenFile {
  /** Appends the bytes. Rejects with the error of the file system, or with the reason of the signal. */
  write(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void>;
  /** Writes all bytes to the disk, which thus survive a power failure, and closes the file. */
  finish(): Promise<void>;
  /** Closes the file without flushing it. Ignores errors. */
  close(): Promise<void>;
}

/** Returns an object that writes through the page cache. */
export function cachedFile(handle: FileHandle): WrittenFile {
  return {
    write: (bytes, signal) => writeAll(handle, bytes, undefined, signal),
    finish: async () => {
      await handle.sync();
      await handle.close();
    },
    close: async () => {
      await handle.close().catch(() => undefined);
    },
  };
}

/** Size of the memory for staged bytes: large enough that the cost of a system call does not matter. */
const stagedBytes = 2 ** 20;
/** Shorter bodies are staged: copying them takes less time than a write of their own. */
const leastInPlace = 2 ** 18;

/**
 * Returns an object that writes with direct I/O, or through the page cache if the file cannot be opened for direct I/O.
 * @param handle The file at `path`, which is open for writing and empty. The file must have permission to be opened for
 * writing once more.
 */
export async function directFile(path: string, handle: FileHandle): Promise<WrittenFile> {
  const cached = cachedFile(handle);
  const { O_DIRECT, O_WRONLY } = constants;
  // The flag is undefined on systems other than Linux.
  if ((O_DIRECT as number | undefined) === undefined) return cached;
  const staged = alignedMemory(stagedBytes);
  if (staged === undefined) return cached;
  const direct = await open(path, O_WRONLY | O_DIRECT).catch(() => undefined);
  if (direct === undefined) return cached;

  let isRefused = false;
  /** File offset of the staged bytes, a multiple of the block size. */
  let position = 0;
  let used = 0;
  /** Writes the parts after one another at `position`. All are aligned, and have a multiple of the block size. */
  const writeBlocks = async (parts: readonly Uint8Array[], signal: AbortSignal | undefined): Promise<void> => {
    let written = isRefused ? 0 : await writtenTo(direct, parts, position);
    if (written === undefined) {
      isRefused = true;
      written = 0;
    }
    signal?.throwIfAborted();
    // A disk that is nearly full accepts some of the bytes. Writing the others then throws the error of the system.
    for (const part of parts) {
      const done = Math.min(written, part.length);
      written -= done;
      await writeAll(handle, part.subarray(done), position + done, signal);
      position += part.length;
    }
    used = 0;
  };
  const stage = (bytes: Uint8Array): void => {
    staged.set(bytes, used);
    used += bytes.length;
  };
  return {
    write: async (bytes, signal) => {
      for (let rest = bytes; rest.length > 0; ) {
        const head = (blockBytes - (used % blockBytes)) % blockBytes;
        const body = Math.floor((rest.length - head) / blockBytes) * blockBytes;
        if (body >= leastInPlace && isAligned(rest, head)) {
          stage(rest.subarray(0, head));
          await writeBlocks([staged.subarray(0, used), rest.subarray(head, head + body)], signal);
          rest = rest.subarray(head + body);
          continue;
        }
        const part = rest.subarray(0, stagedBytes - used);
        stage(part);
        if (used === stagedBytes) await writeBlocks([staged], signal);
        rest = rest.subarray(part.length);
      }
    },
    finish: async () => {
      await writeAll(handle, staged.subarray(0, used), position, undefined);
      await direct.close();
      await cached.finish();
    },
    close: async () => {
      await direct.close().catch(() => undefined);
      await cached.close();
    },
  };
}

/**
 * Writes the parts with direct I/O. Returns the number of bytes that were written; undefined if the file system refuses
 * direct I/O, although it has opened the file.
 */
async function writtenTo(
  direct: FileHandle,
  parts: readonly Uint8Array[],
  position: number,
): Promise<number | undefined> {
  try {
    return (await direct.writev(parts, position)).bytesWritten;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EINVAL' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') return undefined;
    throw error;
  }
}

/** Writes all bytes. A single system call may write fewer. Without a position, appends them. */
async function writeAll(
  handle: FileHandle,
  bytes: Uint8Array,
  position: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const at = position === undefined ? null : position + written;
    written += (await handle.write(bytes, written, bytes.length - written, at)).bytesWritten;
    signal?.throwIfAborted();
  }
}
