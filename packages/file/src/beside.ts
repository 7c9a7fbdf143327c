/**
 * Finds the files that a summary file (`_metadata`) refers to. They are in the same folder as the summary file or in
 * its subfolders.
 */

/**
 * Returns a function that converts a path relative to the folder of `input` to a full path or URL. Returns undefined if
 * `input` is not in a folder: bytes, a Blob or a source.
 */
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
