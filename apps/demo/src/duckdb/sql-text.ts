/**
 * Text inside SQL.
 */

/** A string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A quoted identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path that read_parquet takes as it is: the characters of its patterns in brackets. */
export function exactPath(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
