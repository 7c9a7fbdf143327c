/** Sources and stores in memory, which record reads. */
import { type ByteSource, bytesSource, memorySink } from '@marquetry/file';
import type { ResolveSource, SplitStore } from '@marquetry/splits';

/** A store in memory. `files` contains its files by key. */
export interface MemoryStore extends SplitStore {
  readonly files: Map<string, Uint8Array>;
  /** The time of each file's last change, by key; files that were changed at time 0 are absent. */
  readonly changed: Map<string, number>;
}

/** Returns an empty store. The time of a change is `now()`. */
export function memoryStore(now: () => number = () => 0): MemoryStore {
  const files = new Map<string, Uint8Array>();
  const changed = new Map<string, number>();
  const set = (key: string, bytes: Uint8Array): void => {
    files.set(key, bytes);
    changed.set(key, now());
  };
  return {
    files,
    changed,
    source: async (key) => {
      const bytes = files.get(key);
      if (bytes === undefined) throw Object.assign(new Error(`no such file: ${key}`), { code: 'ENOENT' });
      return bytesSource(bytes);
    },
    sink: (key) => {
      const sink = memorySink();
      return {
        write: (bytes) => sink.write(bytes),
        close: async () => {
          await sink.close();
          set(key, sink.bytes.slice());
        },
        abort: (reason) => sink.abort(reason),
      };
    },
    get: async (key) => files.get(key),
    put: async (key, bytes, { ifNoneMatch = false } = {}) => {
      if (ifNoneMatch && files.has(key)) return { created: false };
      set(key, bytes);
      return { created: true };
    },
    list: async function* (prefix) {
      for (const [key, { length }] of [...files]) {
        if (key.startsWith(prefix)) yield { key, byteLength: length, lastModified: new Date(changed.get(key) ?? 0) };
      }
    },
    remove: async (key) => void files.delete(key),
    copy: async (from, to) => set(to, files.get(from) as Uint8Array),
  };
}

/** A range that was read. */
export interface Read {
  readonly uri: string;
  readonly offset: number;
  readonly length: number;
}

/** Returns a function that opens `files` by name, and records each read. `wait` delays reads. */
export function memoryFiles(
  files: Readonly<Record<string, Uint8Array>>,
  { reads = [], wait }: { readonly reads?: Read[]; readonly wait?: () => Promise<void> } = {},
): ResolveSource {
  return async (uri) => {
    const name = uri.replace(/^memory:/, '');
    const bytes = Object.hasOwn(files, name) ? files[name] : undefined;
    if (bytes === undefined) throw Object.assign(new Error(`no such file: ${uri}`), { code: 'ENOENT' });
    const source: ByteSource = {
      byteLength: bytes.length,
      version: `v-${bytes.length}-${bytes.at(-20)}`,
      gap: 64,
      read: async (offset, length) => {
        reads.push({ uri, offset, length });
        await wait?.();
        return bytes.slice(offset, offset + length);
      },
    };
    return source;
  };
}
