/**
 * A store of files in a folder on disk (Node).
 */
import { randomBytes } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ParquetError } from '@marquetry/core';
import { type ByteSink, type OpenSinkOptions, observedSink, openSink, openSource } from '@marquetry/file';
import { isPartKey, type SplitStore, type StoreEntry } from './store.js';

/**
 * Returns a store of files in a folder. Folders are created when the first file is written to them.
 *
 * Every file appears complete or not at all: it is written to a temporary file in the same folder (`.NAME.<process>-<random>.tmp`),
 * flushed to disk, and then renamed or linked.
 */
export function diskStore(folder: string): SplitStore {
  const pathOf = (key: string): string => join(folder, requireKey(key));
  return {
    source: async (key, { signal } = {}) => openSource(pathToFileURL(pathOf(key)), { signal }),
    // The outputs of splits are read soon, by the commit. Other files are usually read later, so they need not be cached.
    sink: (key) => sinkAt(pathOf(key), { direct: !isPartKey(key) }),
    get: async (key, { signal } = {}) => {
      try {
        return new Uint8Array(await readFile(pathOf(key), signal === undefined ? {} : { signal }));
      } catch (error) {
        if (isCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    put: async (key, bytes, { ifNoneMatch = false, signal } = {}) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      signal?.throwIfAborted();
      return { created: await withTemporary(path, (name) => writeNew(name, bytes), ifNoneMatch) };
    },
    list: (prefix, { signal } = {}) => filesBelow(folder, prefix, signal),
    remove: async (key) => {
      await unlink(pathOf(key)).catch(unlessMissing);
    },
    copy: async (from, to, { signal } = {}) => {
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true });
      signal?.throwIfAborted();
      await withTemporary(path, (name) => linkOrCopy(pathOf(from), name), false);
    },
  };
}

/** Returns the key if it is valid. @throws ParquetError INVALID_ARGUMENT if it could name a file outside the folder. */
function requireKey(key: string): string {
  const isInside = key !== '' && !/[\0\\:]/.test(key) && key.split('/').every((name) => !/^\.{0,2}$/.test(name));
  if (isInside) return key;
  const rule = 'a key must not be empty, contain `\\`, `:` or NUL, or have an empty, `.` or `..` segment';
  throw new ParquetError('INVALID_ARGUMENT', `${rule}, got ${JSON.stringify(key)}`);
}

/** Returns a sink that creates its folder when it is first written to, or when it is closed. */
function sinkAt(path: string, options: OpenSinkOptions): ByteSink {
  const sink = openSink(pathToFileURL(path), options);
  let folder: Promise<unknown> | undefined;
  const made = async (): Promise<void> => {
    folder ??= mkdir(dirname(path), { recursive: true });
    await folder;
  };
  return observedSink(sink, { onWrite: made, onClose: made });
}

/**
 * Creates a temporary file with `make`, and gives it its final name in one step. Returns false if `isNew` is true and a file with that name exists.
 */
async function withTemporary(path: string, make: (name: string) => Promise<void>, isNew: boolean): Promise<boolean> {
  const folder = dirname(path);
  const name = join(folder, `.${path.slice(folder.length + 1)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await make(name);
    if (isNew) await linkNew(name, path);
    else await rename(name, path);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (isNew && isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(name).catch(() => undefined);
  }
}

async function writeNew(name: string, bytes: Uint8Array): Promise<void> {
  const file = await open(name, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Gives a file its final name with a hard link, unless a file with that name exists: renaming would replace that file. On file systems without hard
 * links, it makes a copy instead, which also fails if the name exists.
 */
async function linkNew(name: string, path: string): Promise<void> {
  try {
    await link(name, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    await copyFile(name, path, constants.COPYFILE_EXCL);
  }
}

/** Creates a hard link, which takes no space. If the file systems do not allow it, copies the file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, 'ENOENT')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Flushes a folder, so that a new name in it survives a power failure. Does nothing on systems that cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().catch(() => undefined);
    await handle.close();
  } catch {
    // The file exists, but might not survive a power failure.
  }
}

async function* filesBelow(
  folder: string,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEntry, void, undefined> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const pending = [start];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    signal?.throwIfAborted();
    const found: Dirent[] = await readdir(join(folder, below), { withFileTypes: true }).catch(noneIfMissing);
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const key = `${below}${entry.name}`;
      if (!key.startsWith(prefix) && !prefix.startsWith(`${key}/`)) continue;
      if (entry.isDirectory()) pending.push(`${key}/`);
      if (!entry.isFile()) continue;
      // Another process may have removed the file in the meantime.
      const stats = await stat(join(folder, key)).catch(unlessMissing);
      if (stats !== undefined) yield { key, byteLength: stats.size, lastModified: stats.mtime };
    }
  }
}

function noneIfMissing(error: unknown): [] {
  if (isCode(error, 'ENOENT')) return [];
  throw error;
}

function unlessMissing(error: unknown): undefined {
  if (isCode(error, 'ENOENT')) return undefined;
  throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
