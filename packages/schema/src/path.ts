/** Column paths as text: names joined by `.`; a dot or backslash inside a name is written `\.` or `\\`. */

const special = /[\\.]/;

/** Formats a path: `['a', 'b.c']` becomes `a.b\.c`. */
export function formatPath(path: readonly string[]): string {
  const [first] = path;
  // This fast path pays off because most paths have one name, and few names need escapes.
  if (path.length === 1 && first !== undefined && !special.test(first)) return first;
  return path.map((name) => name.replace(/[\\.]/g, '\\$&')).join('.');
}

/** Parses a path; the inverse of {@link formatPath}. A backslash before any other character is part of the name. */
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
