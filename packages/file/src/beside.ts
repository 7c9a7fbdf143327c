/**
 * Files that lie beside a file, or in folders there: the columns of summary files are in them.
 */

/** Returns the path or URL of a file beside `input`, from its path relative to the folder; undefined for bytes, Blobs and sources. */
export function besideOf(input: unknown): ((path: string) => string | URL) | undefined {
  if (input instanceof URL) {
    const beside = besideOf(input.href);
    return beside && ((path) => new URL(beside(path)));
  }
  if (typeof input !== 'string') return undefined;
  const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(input);
  const folder = (isUrl ? input.replace(/[?#].*$/, '') : input).replace(/[^/\\]*$/, '');
  return (path) => folder + (isUrl ? path.split('/').map(encodeURIComponent).join('/') : path);
}
