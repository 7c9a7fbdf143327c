/**
 * Files that lie beside a file, or in folders there: the columns of summary files are in them.
 */
import type { OpenExternal, OpenSourceOptions, SourceInput } from '@marquetry/file';
import { openInput } from './open-input.js';

/** Opens the files beside a file, by the paths that its footer has. */
export type OpenBeside = (path: string, signal?: AbortSignal) => SourceInput | Promise<SourceInput>;

/** The name of summary files: all writers give them this one. */
const summaryName = '_metadata';

/** True for a path or URL of a summary file. */
export function isSummary(input: SourceInput): boolean {
  return placeOf(input)?.name === summaryName;
}

/** How files beside the input are opened, with the same options; undefined where they are not. */
export function filesBeside(
  input: SourceInput,
  external: boolean | OpenBeside,
  options: OpenSourceOptions,
): OpenExternal | undefined {
  const open: OpenBeside | undefined =
    typeof external === 'function' ? external : external ? placeOf(input)?.beside : undefined;
  return open && (async (path, signal) => openInput(await open(path, signal), { ...options, signal }));
}

interface Place {
  readonly name: string;
  readonly beside: (path: string) => string | URL;
}

/** The name of a file and its folder; undefined for bytes, Blobs and sources. */
function placeOf(input: SourceInput): Place | undefined {
  if (input instanceof URL) {
    const found = placeOf(input.href);
    return found && { name: found.name, beside: (path) => new URL(found.beside(path)) };
  }
  if (typeof input !== 'string') return undefined;
  const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(input);
  const bare = isUrl ? input.replace(/[?#].*$/, '') : input;
  const name = bare.replace(/^.*[/\\]/s, '');
  const folder = bare.slice(0, bare.length - name.length);
  return { name, beside: (path) => folder + (isUrl ? path.split('/').map(encodeURIComponent).join('/') : path) };
}

/** The folder of a path or URL, with its last `/`. */
export function folderOf(path: string): string {
  return path.replace(/[^/\\]*$/, '');
}
