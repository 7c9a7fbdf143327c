/** Converts nested columns to rows. */
import type { NestedColumn } from '@marquetry/column';
import {
  defaultLimits,
  type ErrorPlace,
  type Limits,
  limitError,
  noNulls,
  ParquetError,
  runSteps,
  type Steps,
} from '@marquetry/core';
import { type Field, formatPath } from '@marquetry/schema';
import type { BindVariants, BoundEntries } from './bound-entries.js';
import { conversionOf } from './conversions.js';
import { type BindColumns, type Building, createStructBinder } from './field-entries.js';
import type { MapForm } from './map-form.js';
import { nestedWith } from './nested-entries.js';
import type { FormOf } from './row-form.js';

/** A row. Its fields are in the order of the schema, except that names that are array indices (`0`) come first. */
export type Row = Record<string, unknown>;

/** Options for building rows. */
export interface AssemblerOptions {
  /** Returns the form for the values of a column. Default: `exact` for every column. */
  readonly form?: FormOf;
  /** The form of maps; default `entries`, arrays of `[key, value]`. */
  readonly maps?: MapForm;
  /**
   * True if strings and bytes may share the memory of their batch, which then stays alive as long as any of them;
   * default true. Use false if you keep a few rows for a long time.
   */
  readonly pin?: boolean;
  /**
   * Converts VARIANT columns to values: pass `variantRows()` from `@marquetry/variant`. By default, a VARIANT becomes
   * an object with the columns in which it is stored.
   */
  readonly variants?: BindVariants | undefined;
  /** The limits to apply. `memoryBytes` limits the estimated size of the rows of one batch. */
  readonly limits?: Limits;
}

/** Returns the rows of a batch. `columns[i]` must be the column of field `i`. */
export type AssembleRows = (columns: readonly NestedColumn[]) => Row[];

/**
 * Creates a function that converts the batches of a file to rows. The fields are examined only once, and a dictionary
 * is converted once per column chunk. Rows may share values, such as bytes and Dates from a dictionary, so do not
 * modify these. The conversion is synchronous: large batches block the event loop.
 *
 * ```ts
 * const assemble = createRowAssembler(fieldsOf(file.schema));
 * for await (const { columns } of readNestedBatches(file)) console.log(assemble(columns));
 * ```
 * @throws ParquetError INVALID_ARGUMENT for forms that a column does not support. The returned function throws
 * INVALID_ARGUMENT for columns that do not belong to the fields, CORRUPT and LIMIT for values that cannot be converted,
 * and LIMIT if the rows of the batch are estimated to exceed `limits.memoryBytes`. Errors name the column.
 */
export function createRowAssembler(fields: readonly Field[], options: AssemblerOptions = {}): AssembleRows {
  const { limits = defaultLimits } = options;
  const bind = runSteps(
    createRowBinder(fields, { ...options, conversionOf, bindNested: nestedWith(options.variants) }),
  );
  return (columns) => {
    const rows = runSteps(bind(columns));
    const bytes = rows.bytes(0, rows.length);
    if (bytes > limits.memoryBytes) {
      const what = `a batch of ${rows.length} rows (about ${Math.ceil(bytes)} bytes as objects)`;
      throw limitError('memoryBytes', limits, what, rows.largest(0, rows.length));
    }
    return runSteps(rows.build(0, rows.length));
  };
}

/** The rows of a batch. Row objects are created only when `build` is called for a range of rows. */
export interface BoundRows extends BoundEntries {
  readonly length: number;
  /** Returns the column that takes the most memory in a range of rows. */
  largest(from: number, to: number): ErrorPlace;
  build(from: number, to: number): Steps<Row[]>;
}

/** The fraction of `limits.memoryBytes` that converted dictionaries may take. */
const dictionaryShare = 1 / 4;

/** Prepares the columns of a batch for building rows. Works in steps, so that the event loop is not blocked. */
export type BindRows = (columns: readonly NestedColumn[]) => Steps<BoundRows>;

/**
 * Options for building rows, with the conversion code that the columns need. `createRowAssembler` bundles all of this
 * code; other callers load only what they need.
 */
export type RowBinderOptions = AssemblerOptions & Pick<Building, 'conversionOf' | 'bindNested'>;

/**
 * Returns, in steps, a function that prepares batches for building rows. Throws as {@link createRowAssembler} does, but
 * does not limit the size of batches.
 */
export function* createRowBinder(fields: readonly Field[], options: RowBinderOptions): Steps<BindRows> {
  const { form = (): 'exact' => 'exact', maps = 'entries', pin = true, limits = defaultLimits } = options;
  const { conversionOf, bindNested } = options;
  const memory = { freeBytes: limits.memoryBytes * dictionaryShare };
  const building: Building = { form, maps, pin, memory, conversionOf, bindNested };
  const bind = yield* createStructBinder(fields, building);
  return (columns) => bindRows(fields, bind, columns);
}

function* bindRows(fields: readonly Field[], bind: BindColumns, columns: readonly NestedColumn[]): Steps<BoundRows> {
  const [first] = columns;
  if (first === undefined || columns.length !== fields.length) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`columns\` must have one column per field (${fields.length}), got ${columns.length}`,
    );
  }
  const { length } = first;
  const { bytes, build, children } = yield* bind(columns, length, noNulls);
  const largest = (from: number, to: number): ErrorPlace => {
    const sizes = children.map((child) => child.bytes(from, to));
    const field = fields[sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))];
    return field === undefined ? {} : { column: formatPath(field.node.path) };
  };
  return { length, bytes, largest, build: build as BoundRows['build'] };
}
