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

/** A row. Its fields are in the order of the schema, whatever their names, except that array indices come first. */
export type Row = Record<string, unknown>;

/** Options for building rows. */
export interface AssemblerOptions {
  /** Returns the form of a column's values; default `exact`. */
  readonly form?: FormOf;
  /** The form of maps; default `entries`, arrays of `[key, value]`. */
  readonly maps?: MapForm;
  /**
   * True if strings and bytes may share the memory of their batch, which they then keep alive; default true. Use false
   * for a few rows that are kept for long.
   */
  readonly pin?: boolean;
  /**
   * The conversion of VARIANT columns: `variantRows()` of `@marquetry/variant`. Default: objects of the columns that
   * store them.
   */
  readonly variants?: BindVariants | undefined;
  /** `memoryBytes` bounds the rows of one batch. */
  readonly limits?: Limits;
}

/** Takes the columns of a batch, column `i` for field `i`, and returns its rows. */
export type AssembleRows = (columns: readonly NestedColumn[]) => Row[];

/**
 * Creates an assembler for the batches of a file. The types of fields are examined once, and a dictionary is converted
 * once per chunk. Rows share the values of dictionary entries: do not change bytes and dates in place. Synchronous:
 * assembling large batches blocks the event loop.
 *
 * ```ts
 * const assemble = createRowAssembler(fieldsOf(file.schema));
 * for await (const { columns } of readNestedBatches(file)) console.log(assemble(columns));
 * ```
 * @throws ParquetError INVALID_ARGUMENT for forms that a column does not support. The assembler throws INVALID_ARGUMENT
 * for columns
 * of other fields, CORRUPT and LIMIT for values that cannot be converted, and LIMIT if the rows of the batch are
 * estimated to exceed
 * `limits.memoryBytes`. Errors name the column.
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
      const what = `a batch of ${rows.length} rows, about ${Math.ceil(bytes)} bytes as objects,`;
      throw limitError('memoryBytes', limits, what, rows.largest(0, rows.length));
    }
    return runSteps(rows.build(0, rows.length));
  };
}

/** The rows of a batch, which are built on request. */
export interface BoundRows extends BoundEntries {
  readonly length: number;
  /** Returns the column that takes the most memory in a range of rows. */
  largest(from: number, to: number): ErrorPlace;
  build(from: number, to: number): Steps<Row[]>;
}

/** The share of the memory for dictionaries that are converted as a whole. */
const dictionaryShare = 1 / 4;

/** Binds the columns of a batch, in steps. */
export type BindRows = (columns: readonly NestedColumn[]) => Steps<BoundRows>;

/** Options for building rows, and the code that the columns need; `createRowAssembler` has all of it, others load it. */
export type RowBinderOptions = AssemblerOptions & Pick<Building, 'conversionOf' | 'bindNested'>;

/** Prepares a binder for batches, in steps. Throws as {@link createRowAssembler}, except for the size of batches. */
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
      `${fields.length} fields require as many columns, got ${columns.length}`,
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
