/**
 * Column paths as text: names joined with `.`, a dot or backslash inside a name written `\.` or `\\`.
 */

const special = /[\\.]/;

/** `['a', 'b.c']` to `a.b\.c`. */
export function formatPath(path: readonly string[]): string {
  const [first] = path;
  // Most paths are one name, and most names have nothing to escape.
  if (path.length === 1 && first !== undefined && !special.test(first)) return first;
  return path.map((name) => name.replace(/[\\.]/g, '\\$&')).join('.');
}

/** The inverse of {@link formatPath}. A backslash before any other character stands for itself. */
export function parsePath(text: string): string[] {
  const names: string[] = [];
  let name = '';
  for (let i = 0; i < text.length; i++) {
    const next = text[i + 1];
    if (text[i] === '\\' && (next === '.' || next === '\\')) {
      name += next;
      i++;
    } else if (text[i] === '.') {
      names.push(name);
      name = '';
    } else {
      name += text[i];
    }
  }
  return [...names, name];
}
