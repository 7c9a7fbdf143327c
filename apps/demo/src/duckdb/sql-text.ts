/**
 * Quotes text for SQL.
 */

/** Quotes a string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes an identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Escapes a path for `read_parquet`, which reads it as a pattern: puts special characters in brackets, so that they
 * match themselves.
 */
export function exactPath(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
