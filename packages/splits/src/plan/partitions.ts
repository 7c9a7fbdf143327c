/**
 * Finds columns that are only in the paths of files, as in `flights/year=2026/part-0.parquet`. Splits do not read them.
 */
import { ParquetError } from '@marquetry/core';
import type { Where } from '@marquetry/file';
import type { Schema } from '@marquetry/schema';

/**
 * Checks that a plan does not need, and does not silently omit, a column that is only in the path of the file.
 * @param columns The chosen columns; undefined for all columns.
 * @throws ParquetError UNSUPPORTED, naming the column, if all columns are chosen, or if `columns` or `where` names it.
 */
export function requireNoPartitions(
  uri: string,
  schema: Schema,
  columns: readonly string[] | undefined,
  where: Where | undefined,
): void {
  for (const name of partitionsOf(uri)) {
    if (schema.leaves.some(({ path }) => path[0] === name)) continue;
    const isTested = namesIn(where).has(name);
    if (columns !== undefined && !columns.includes(name) && !isTested) continue;
    const cure =
      isTested || columns?.includes(name) === true
        ? `plan only the files with the wanted values, and omit ${name} from \`columns\` and \`where\``
        : 'name the columns to read with `columns`';
    throw new ParquetError('UNSUPPORTED', `the column ${name} is only in the path, which splits do not read: ${cure}`);
  }
}

/** Returns the names before `=` in the folders of a path or URL. */
function partitionsOf(uri: string): readonly string[] {
  const scheme = /^[a-z][a-z0-9+.-]+:/i.exec(uri)?.[0] ?? '';
  const [path = ''] = scheme === '' ? [uri] : uri.slice(scheme.length).split(/[?#]/, 1);
  return path
    .split(/[/\\]/)
    .slice(0, -1)
    .flatMap((folder) => {
      const [, name] = /^([^=]+)=/.exec(folder) ?? [];
      return name === undefined ? [] : [decoded(name)];
    });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the names of the columns that a predicate tests. */
function namesIn(where: Where | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: unknown[] = [where];
  for (let each = pending.pop(); each !== undefined || pending.length > 0; each = pending.pop()) {
    if (Array.isArray(each)) pending.push(...each);
    else if (typeof each === 'object' && each !== null) {
      for (const [name, member] of Object.entries(each)) {
        if (name === 'and' || name === 'or' || name === 'not') pending.push(member);
        else names.add(name);
      }
    }
  }
  return names;
}
