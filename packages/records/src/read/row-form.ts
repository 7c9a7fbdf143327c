/**
 * What a column's values become in rows: the caller's choice, a column at a time.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import type { MapForm } from './map-form.js';

/**
 * - `exact`: the lossless form of the type (docs/types.md lists them).
 * - `date`: a Date, of DATE, TIMESTAMP and INT96; fractions of a millisecond are cut towards the past.
 * - `temporal`: an object of Temporal, of DATE, TIME, TIMESTAMP and INT96: a PlainDate, PlainTime, Instant (UTC) or PlainDateTime (local,
 *   INT96). Lossless. Only for reads of rows, in runtimes that have Temporal; elsewhere UNSUPPORTED.
 * - `number`: the nearest double.
 * - `bigint`: an integer; of DECIMAL the unscaled one.
 * - `string`: the text that `@marquetry/json` writes in tables; of bytes without a meaning base64.
 * - `utf8`: bytes as text.
 * - `bytes`: the bytes as stored.
 * - `json`: a value that `JSON.stringify` writes without loss, except for the sign of -0. Numbers, booleans and text are unchanged; NaN
 *   and the infinities become `'NaN'`, `'Infinity'` and `'-Infinity'`; all other values become the text of `string`.
 */
export type RowForm = 'exact' | 'date' | 'temporal' | 'number' | 'bigint' | 'string' | 'utf8' | 'bytes' | 'json';

/**
 * Forms for all columns of a read.
 * - `plain`: the default, values that people print. DATE, TIMESTAMP and INT96 become Dates, which have no microseconds or nanoseconds;
 *   TIME becomes text; maps become Maps, in which the last of equal keys counts. Other values are as in `lossless`: INT64 a bigint,
 *   DECIMAL and UUID text, bytes a Uint8Array.
 * - `temporal`: as `plain`, with objects of Temporal for dates and times, which lose nothing. See `temporal` of `RowForm`.
 * - `lossless`: `exact` for each column, maps as arrays of `[key, value]`.
 * - `json`: `json` for each column, maps as arrays of `[key, value]`.
 */
export type RowValues = 'plain' | 'temporal' | 'lossless' | 'json';

/** Forms for all columns of a kind. */
export interface RowForms {
  /** DATE, TIMESTAMP, INT96. */
  readonly temporal?: RowForm;
  /** INT64 and UINT64 without another meaning. */
  readonly int64?: RowForm;
  readonly decimal?: RowForm;
  /** BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY without a meaning. */
  readonly bytes?: RowForm;
}

/** The forms of the values of columns. */
export interface RowFormOptions {
  /** By path of a column, or of a group for all columns below: of several, the one that comes last. */
  readonly as?: Readonly<Record<string, RowForm>>;
  /** For columns that `as` says nothing of. */
  readonly asKind?: RowForms;
  /** For columns that neither `as` nor `asKind` says anything of; default `plain`. */
  readonly values?: RowValues;
}

/** A form of one's own: a function of the `exact` value. It is called for what stands in the place of nulls, and must not throw then. */
export type ValueForm = (exact: unknown) => unknown;

/** The form of each column. */
export type FormOf = (leaf: LeafNode) => RowForm | ValueForm;

/**
 * Chooses the form of each column.
 * @throws ParquetError INVALID_ARGUMENT for a path that the schema does not have, and for `values` that are none of those.
 */
export function chooseForms(
  schema: Pick<Schema, 'find'>,
  { as = {}, asKind = {}, values = 'plain' }: RowFormOptions,
): (leaf: LeafNode) => RowForm {
  if (!Object.hasOwn(formsOf, values)) {
    const names = Object.keys(formsOf).join("', '");
    throw new ParquetError('INVALID_ARGUMENT', `\`values\` must be one of '${names}', got '${values}'`);
  }
  const chosen = new Map<string, RowForm>();
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

/** What maps become where the caller does not say. */
export function mapFormOf(values: RowValues = 'plain'): MapForm {
  return values === 'lossless' || values === 'json' ? 'entries' : 'map';
}

function kindOf({ annotation, type }: LeafNode): keyof RowForms | undefined {
  switch (annotation?.kind) {
    case 'DATE':
    case 'TIMESTAMP':
      // With a unit that is not known a timestamp is the integer that it is.
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

/** @throws ParquetError INVALID_ARGUMENT: the column has no such form. */
export function refuseForm(leaf: LeafNode, form: string, fitting: readonly string[]): never {
  const what = leaf.annotation?.kind ?? Object.entries(PhysicalType).find(([, id]) => id === leaf.type)?.[0];
  const reason = `a column of ${what} has no form '${form}'; it has: ${fitting.join(', ')}`;
  throw new ParquetError('INVALID_ARGUMENT', reason, { column: formatPath(leaf.path) });
}
