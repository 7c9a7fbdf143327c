/** Chooses how the values of each column are represented in rows: exactly, as Dates, as numbers, as text and so on. */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import type { MapForm } from './map-form.js';

/**
 * The form of a column's values:
 * - `exact`: the lossless form of the column's type; see docs/types.md.
 * - `date`: a Date, for DATE, TIMESTAMP and INT96; rounded down (towards the past) to milliseconds.
 * - `temporal`: a Temporal object, for DATE, TIME, TIMESTAMP and INT96: a PlainDate, PlainTime, Instant (UTC) or
 *   PlainDateTime (local, INT96). Lossless. Only for reading rows, in runtimes that have Temporal; throws UNSUPPORTED
 *   elsewhere.
 * - `number`: the nearest double.
 * - `bigint`: an integer; for DECIMAL, the unscaled integer.
 * - `string`: the text that `createTextWriter` from `@marquetry/json` writes; base64 for bytes without a logical type.
 * - `utf8`: bytes decoded as text.
 * - `bytes`: the bytes as stored.
 * - `json`: a value that `JSON.stringify` writes without loss, except for the sign of -0. Numbers, booleans and text
 *   are unchanged; NaN and the infinities become `'NaN'`, `'Infinity'` and `'-Infinity'`; all other values become the
 *   text of `string`.
 */
export type RowForm = 'exact' | 'date' | 'temporal' | 'number' | 'bigint' | 'string' | 'utf8' | 'bytes' | 'json';

/**
 * Forms for all columns of a read:
 * - `plain`: the default, suited for display. DATE, TIMESTAMP and INT96 become Dates, which drop microseconds and
 *   nanoseconds; TIME becomes text; maps become Maps, in which the last value of a repeated key wins. Other values are
 *   as in `lossless`: INT64 is a bigint, DECIMAL and UUID are text, bytes are a Uint8Array.
 * - `temporal`: like `plain`, but with Temporal objects for dates and times, which are lossless. See `temporal` of
 *   `RowForm`.
 * - `lossless`: `exact` for each column, maps as arrays of `[key, value]`.
 * - `json`: `json` for each column, maps as arrays of `[key, value]`.
 */
export type RowValues = 'plain' | 'temporal' | 'lossless' | 'json';

/** Forms for all columns of a kind, such as all dates and times. */
export interface RowForms {
  /** The form of DATE, TIMESTAMP and INT96 columns. */
  readonly temporal?: RowForm;
  /** The form of INT64 and UINT64 columns without another logical type. */
  readonly int64?: RowForm;
  readonly decimal?: RowForm;
  /** The form of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY columns without a logical type. */
  readonly bytes?: RowForm;
}

/** Options that choose the form of each column's values. */
export interface RowFormOptions {
  /**
   * Forms by path: the path of a column, or that of a group for all columns in it. If several paths include a column,
   * the last one applies. A function receives the `exact` value and returns the value for the row; see
   * {@link ValueForm}.
   */
  readonly as?: Readonly<Record<string, RowForm | ValueForm>>;
  /** Forms for all columns of a kind, such as all dates and times. `as` takes precedence. */
  readonly asKind?: RowForms;
  /** The form of columns for which neither `as` nor `asKind` chooses one; default `plain`. */
  readonly values?: RowValues;
}

/**
 * Your own form: a function that receives the `exact` value and returns the value for the row. It must not throw for
 * zeros and empty values, because these are passed to it in place of nulls.
 */
export type ValueForm = (exact: unknown) => unknown;

/** Returns the form for the values of a column, such as `exact` or `date`. */
export type FormOf = (leaf: LeafNode) => RowForm | ValueForm;

/**
 * Returns a function that chooses the form of each column.
 * @throws ParquetError INVALID_ARGUMENT for a path that the schema does not have, and for unknown `values`.
 */
export function chooseForms(
  schema: Pick<Schema, 'find'>,
  { as = {}, asKind = {}, values = 'plain' }: RowFormOptions,
): FormOf {
  if (!Object.hasOwn(formsOf, values)) {
    const names = Object.keys(formsOf).join("', '");
    throw new ParquetError('INVALID_ARGUMENT', `\`values\` must be one of '${names}', got '${values}'`);
  }
  const chosen = new Map<string, RowForm | ValueForm>();
  for (const [path, form] of Object.entries(as)) {
    for (const leaf of schema.find(path)) chosen.set(formatPath(leaf.path), form);
  }
  return (leaf) => {
    const kind = kindOf(leaf);
    return (
      chosen.get(formatPath(leaf.path)) ?? (kind === undefined ? undefined : asKind[kind]) ?? formsOf[values](leaf)
    );
  };
}

const formsOf: Readonly<Record<RowValues, (leaf: LeafNode) => RowForm>> = {
  plain: (leaf) => (kindOf(leaf) === 'temporal' ? 'date' : isTime(leaf) ? 'string' : 'exact'),
  temporal: (leaf) => (kindOf(leaf) === 'temporal' || isTime(leaf) ? 'temporal' : 'exact'),
  lossless: () => 'exact',
  json: () => 'json',
};

function isTime({ annotation }: LeafNode): boolean {
  return annotation?.kind === 'TIME' && annotation.unit !== 'unknown';
}

/** Returns the default form of maps for a value of the `values` option. */
export function mapFormOf(values: RowValues = 'plain'): MapForm {
  return values === 'lossless' || values === 'json' ? 'entries' : 'map';
}

function kindOf({ annotation, type }: LeafNode): keyof RowForms | undefined {
  switch (annotation?.kind) {
    case 'DATE':
    case 'TIMESTAMP':
      // A timestamp with an unknown unit is treated as an integer.
      return annotation.kind === 'TIMESTAMP' && annotation.unit === 'unknown' ? 'int64' : 'temporal';
    case 'DECIMAL':
      return 'decimal';
    case 'INTEGER':
    case 'unknown':
    case undefined:
      break;
    default:
      return undefined;
  }
  switch (type) {
    case PhysicalType.INT64:
      return 'int64';
    case PhysicalType.INT96:
      return 'temporal';
    case PhysicalType.BYTE_ARRAY:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return 'bytes';
    default:
      return undefined;
  }
}

/**
 * Throws the error for a form that the column does not support. The message lists the forms that it supports.
 * @throws ParquetError INVALID_ARGUMENT, always.
 */
export function refuseForm(leaf: LeafNode, form: string, fitting: readonly string[]): never {
  const what = leaf.annotation?.kind ?? Object.entries(PhysicalType).find(([, id]) => id === leaf.type)?.[0];
  const reason = `a column of type ${what} does not support the form '${form}': use one of ${fitting.join(', ')}`;
  throw new ParquetError('INVALID_ARGUMENT', reason, { column: formatPath(leaf.path) });
}
