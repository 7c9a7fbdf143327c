/**
 * Nested columns to rows.
 */
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

/** A row: its fields in the order of the schema, whatever their names (but names that are array indices come first). */
export type Row = Record<string, unknown>;

/** How rows are built. */
export interface AssemblerOptions {
  /** The form of a column's values; default `exact`. */
  readonly form?: FormOf;
  /** What maps become; default `entries`: arrays of `[key, value]`. */
  readonly maps?: MapForm;
  /**
   * Whether strings and bytes may share, and so keep, the memory of their batch; default true. False suits a few rows that
   * are kept long.
   */
  readonly pin?: boolean;
  /** What becomes of VARIANT columns: `variantRows()` of `@marquetry/variant`. Default: objects of the columns they are stored in. */
  readonly variants?: BindVariants | undefined;
  /** `memoryBytes` bounds the rows of one batch. */
  readonly limits?: Limits;
}

/** Takes the columns of a batch, column `i` of field `i`; gives its rows. */
export type AssembleRows = (columns: readonly NestedColumn[]) => Row[];

/**
 * An assembler of rows, for the batches of a file: what the fields mean is settled once, and dictionaries are converted
 * once a chunk. Values of a dictionary are shared by the rows that have them: bytes and dates must not be changed.
 * Synchronous: an assembler of large batches holds the event loop.
 *
 * ```ts
 * const assemble = createRowAssembler(fieldsOf(file.schema));
 * for await (const { columns } of readNestedBatches(file)) console.log(assemble(columns));
 * ```
 * @throws ParquetError INVALID_ARGUMENT for forms that do not fit; what it returns throws INVALID_ARGUMENT for columns
 *   of other fields, CORRUPT and LIMIT for values that have no such form, and LIMIT if the rows of the batch are estimated
 *   above `limits.memoryBytes`. Errors name the column.
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

/** The rows of a batch that are still to be built. */
export interface BoundRows extends BoundEntries {
  readonly length: number;
  /** The column that takes most of the rows of a range. */
  largest(from: number, to: number): ErrorPlace;
  build(from: number, to: number): Steps<Row[]>;
}

/** The share of the memory that dictionaries may take when they are converted whole. */
const dictionaryShare = 1 / 4;

/** Binds the columns of a batch, in steps. */
export type BindRows = (columns: readonly NestedColumn[]) => Steps<BoundRows>;

/** How rows are built, and the code that the columns need, which is loaded when it is not `createRowAssembler` that builds. */
export type RowBinderOptions = AssemblerOptions & Pick<Building, 'conversionOf' | 'bindNested'>;

/** Prepares to bind the columns of batches, in steps. Throws as {@link createRowAssembler}, but for the size of batches. */
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
    throw new ParquetError('INVALID_ARGUMENT', `${columns.length} columns are not those of ${fields.length} fields`);
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
