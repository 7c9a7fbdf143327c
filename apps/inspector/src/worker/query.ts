/** Plans a query, counts its rows, and reads them range by range. */
import { onDemand } from '@marquetry/core';
import { createFieldWriter, jsonStyle, type Style, textStyle } from '@marquetry/json';
import { parseWhere } from '@marquetry/prune';
import { type Field, fieldsOf, type LeafNode } from '@marquetry/schema';
import { isParquetError } from 'marquetry';
import type { PlanInfo } from '../protocol.js';
import type { Handler } from './handler.js';
import type { GroupOfQuery, QueryState } from './query-state.js';
import type { CurrentSession, Session } from './session.js';

const variants = onDemand(() => import('@marquetry/variant'));

/** Maximum number of characters of a cell. */
const mostCellCharacters = 400;

/** Plans a query, and makes it the current query. */
export function startQuery(current: CurrentSession): Handler<'query'> {
  return async (input, { signal }) => {
    const session = current();
    const fields = chosenFields(session, input.columns);
    const where = input.where.trim() === '' ? undefined : parseWhere(input.where);
    const columns = fields.map(({ name }) => name);
    const writeVariants = fields.some(hasVariant) ? (await variants.load()).writeVariants : undefined;
    const groups = groupsOf(session, input.rows, where === undefined);
    const state: QueryState = {
      columns,
      where,
      groups,
      writers: fields.map((field) => createFieldWriter(field, styleOf(field), session.file.limits, writeVariants)),
    };
    const plan = await session.file.plan({
      columns,
      ...(where === undefined ? {} : { where }),
      ...(input.rows === undefined ? {} : { rows: [[...input.rows]] }),
      signal,
    });
    session.query = state;
    return {
      columns: fields.map((field) => ({ name: field.name, isNumber: field.kind === 'leaf' && isNumber(field.leaf) })),
      plan: planInfo(plan),
    };
  };
}

function chosenFields({ file }: Session, names: readonly string[]): readonly Field[] {
  const fields = fieldsOf(file.schema);
  return names.length === 0 ? fields : fields.filter(({ name }) => names.includes(name));
}

/** Strings are shown without quotes, except inside lists, maps, structs and VARIANT values. */
function styleOf({ kind }: Field): Style {
  return kind === 'leaf' ? textStyle : jsonStyle;
}

function hasVariant(field: Field): boolean {
  switch (field.kind) {
    case 'variant':
      return true;
    case 'struct':
      return field.fields.some(hasVariant);
    case 'list':
      return hasVariant(field.element);
    case 'map':
      return hasVariant(field.key) || (field.value !== undefined && hasVariant(field.value));
    case 'leaf':
      return false;
  }
}

/** True for columns of numbers, which are right-aligned. */
function isNumber({ annotation, type }: LeafNode): boolean {
  const kind = annotation?.kind;
  if (kind === undefined) return type >= 1 && type <= 5 && type !== 3;
  return kind === 'INTEGER' || kind === 'DECIMAL' || kind === 'FLOAT16';
}

/**
 * Divides the rows of the query by row group. If `isCounted` is true, the query has no predicate and all rows match.
 */
function groupsOf(
  { file }: Session,
  asked: readonly [number, number] | undefined,
  isCounted: boolean,
): readonly GroupOfQuery[] {
  const [from, to] = asked ?? [0, file.rowCount];
  const groups: GroupOfQuery[] = [];
  let start = 0;
  for (const [rowGroup, { numRows }] of file.metadata.rowGroups.entries()) {
    const rows = [Math.max(0, from - start), Math.min(numRows, to - start)] as const;
    if (rows[0] < rows[1]) groups.push({ rowGroup, rows, matching: isCounted ? rows[1] - rows[0] : undefined });
    start += numRows;
  }
  return groups;
}

function planInfo(plan: Awaited<ReturnType<Session['file']['plan']>>): PlanInfo {
  return {
    rows: plan.rows,
    bytes: plan.bytes,
    reads: plan.rowGroups.flatMap(({ rowGroup, reads }) =>
      reads.map(({ offset, byteLength, column, phase }) => ({ offset, byteLength, column, phase, rowGroup })),
    ),
    skipped: plan.skipped,
    ignored: plan.ignored,
    groups: plan.rowGroups.map(({ rowGroup, rows, decided, why }) => ({
      rowGroup,
      rows: rows.reduce((sum, [from, to]) => sum + to - from, 0),
      decided,
      why,
    })),
  };
}

/**
 * Counts the rows of the current query, one row group after the other. The first rows can be shown before the count is
 * complete.
 */
export function countQuery(current: CurrentSession): Handler<'count'> {
  return async (_args, { signal, part }) => {
    const session = current();
    const query = queryOf(session);
    let rows = 0;
    for (const [i, group] of query.groups.entries()) {
      group.matching ??= await session.file.count({
        where: query.where ?? {},
        rowGroups: [group.rowGroup],
        rows: [group.rows],
        signal,
      });
      rows += group.matching;
      const progress = { done: i + 1, of: query.groups.length, unit: 'row groups' } as const;
      part({ rows, isFinal: i + 1 === query.groups.length, progress });
    }
    return rows;
  };
}

/** Reads the rows `[from, to)` of the current query. Rows of row groups that have not been counted yet are not returned. */
export function readWindow(current: CurrentSession): Handler<'rows'> {
  return async ({ from, to }, { signal }) => {
    const session = current();
    const query = queryOf(session);
    const rows: (readonly (string | null)[])[] = [];
    let start = 0;
    for (const group of query.groups) {
      if (group.matching === undefined || start >= to) break;
      const first = Math.max(0, from - start);
      const last = Math.min(group.matching, to - start);
      start += group.matching;
      if (first >= last) continue;
      rows.push(...(await readRows(session, query, group, first, last, signal)));
    }
    return { from, rows };
  };
}

async function readRows(
  session: Session,
  query: QueryState,
  group: GroupOfQuery,
  first: number,
  last: number,
  signal: AbortSignal,
): Promise<readonly (readonly (string | null)[])[]> {
  const [start] = group.rows;
  const selected =
    query.where === undefined
      ? { rows: [[start + first, start + last]] as const }
      : { rows: [group.rows], where: query.where, offset: first, limit: last - first };
  const found: (string | null)[][] = [];
  for await (const { columns, rowCount } of session.file.nestedBatches({
    ...selected,
    rowGroups: [group.rowGroup],
    columns: query.columns,
    batchRows: 1024,
    signal,
  })) {
    const cells = columns.map((column, i) => query.writers[i]?.(column));
    for (let row = 0; row < rowCount; row++) {
      found.push(cells.map((write) => cellText(write, row)));
    }
  }
  return found;
}

function cellText(write: ((row: number) => string) | undefined, row: number): string | null {
  if (write === undefined) return null;
  try {
    const text = write(row);
    return text.length > mostCellCharacters ? `${text.slice(0, mostCellCharacters)}…` : text;
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return `(${error.message})`;
  }
}

function queryOf({ query }: Session): QueryState {
  if (query === undefined) throw new Error('no query has been started');
  return query;
}
