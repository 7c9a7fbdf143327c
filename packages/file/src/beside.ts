/** Finds the other files that store columns of a summary file: they are in its folder or below. */

/** Returns a function from a path relative to the folder of `input` to the path or URL of that file; undefined if `input` is bytes, a Blob or a
 * source. */
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
