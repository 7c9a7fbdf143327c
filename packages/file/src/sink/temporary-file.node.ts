/**
 * A file with a temporary name, which replaces its target once it is complete (Node).
 *
 *   .NAME.<process>-<random>.tmp   in the folder of the target, so that renaming replaces it in one step
 */
import { randomBytes } from 'node:crypto';
import { link, lstat, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ParquetError } from '@marquetry/core';
import { unlikeFile } from '../disk-path.node.js';
import { cachedFile, directFile, type WrittenFile } from './written-file.node.js';

export interface TemporaryFile {
  readonly file: WrittenFile;
  /** Renames the temporary file to the target. The file must be finished. */
  replaceTarget(): Promise<void>;
  /** Closes the temporary file and removes it. */
  remove(): Promise<void>;
}

export interface TemporaryFileOptions {
  /** True to replace an existing regular file. */
  readonly replaces: boolean;
  /** True to write past the page cache, if the system can do so. */
  readonly direct: boolean;
}

/**
 * Creates the temporary file next to `path`.
 * @throws ParquetError INVALID_ARGUMENT if the target exists and must not be replaced; errors from the file system.
 */
export async function createTemporaryFile(
  path: string,
  { direct, replaces }: TemporaryFileOptions,
): Promise<TemporaryFile> {
  const found = await stat(path).catch(unlessMissing);
  if (found !== undefined && !replaces) throw isThere(path);
  const what = found === undefined ? undefined : unlikeFile(found);
  if (what !== undefined) {
    throw new ParquetError('INVALID_ARGUMENT', `only a regular file can be replaced, but ${path} is ${what}`);
  }
  // A symbolic link is not replaced. Instead, the file that it points to is replaced or created.
  const target = found === undefined ? await linkTarget(path) : await realpath(path);
  const folder = dirname(target);
  const name = join(folder, temporaryName(basename(target)));
  const mode = found === undefined ? 0o666 : found.mode & 0o777;
  // Creating the file applies the umask, which may remove permissions, so `chmod` sets the mode of the target exactly.
  // A read-only target is writable until `directFile` has opened the new file once more.
  const handle = await open(name, 'wx', mode | ownerWrites);
  const file = direct ? await directFile(name, handle) : cachedFile(handle);
  // Some file systems do not support modes.
  if (found !== undefined) await handle.chmod(mode).catch(() => undefined);
  return {
    file,
    replaceTarget: async () => {
      if (replaces) await rename(name, target);
      else await linkTo(name, target, path);
      await syncFolder(folder);
    },
    remove: async () => {
      await file.close();
      await unlink(name).catch(unlessMissing);
    },
  };
}

/** The mode bit that allows the owner to write. */
const ownerWrites = 0o200;

function isThere(path: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `${path} already exists: pass \`ifExists: 'replace'\`, or another path`);
}

/**
 * Gives a file its final name in one step, and throws if a file with that name exists. (Renaming would replace that
 * file.)
 */
async function linkTo(name: string, target: string, path: string): Promise<void> {
  try {
    await link(name, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw isThere(path);
    // Some file systems do not support hard links.
    if ((await lstat(target).catch(unlessMissing)) !== undefined) throw isThere(path);
    await rename(name, target);
    return;
  }
  await unlink(name);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/**
 * The maximum number of symbolic links that an operating system follows. A longer chain means that the links have
 * changed in the meantime.
 */
const mostLinks = 40;

/**
 * Returns the path to which a symbolic link points, even if it does not exist, or the path itself if it is not a link.
 */
async function linkTarget(path: string): Promise<string> {
  let target = path;
  for (let followed = 0; followed < mostLinks; followed++) {
    const link = await lstat(target).catch(unlessMissing);
    if (link?.isSymbolicLink() !== true) return target;
    target = resolve(await realpath(dirname(target)), await readlink(target));
  }
  throw new ParquetError('INVALID_ARGUMENT', `${path} is a chain of more than ${mostLinks} symbolic links`);
}

/**
 * File names of this length, in bytes, are allowed on every file system. If the target's name is longer, the file
 * system allows longer names.
 */
const shortNameBytes = 64;

/** Returns a name that is not longer in bytes than the target's name, so that the file system accepts it. */
function temporaryName(target: string): string {
  const ending = `.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const encoder = new TextEncoder();
  let room = Math.max(encoder.encode(target).length, shortNameBytes) - 1 - ending.length;
  let start = '';
  for (const character of target) {
    room -= encoder.encode(character).length;
    if (room < 0) break;
    start += character;
  }
  return `.${start}${ending}`;
}

/**
 * Flushes the folder to disk, so that the new name survives a power failure. Does nothing on systems that cannot open
 * folders.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
