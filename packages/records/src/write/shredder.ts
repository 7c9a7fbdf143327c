/**
 * Converts rows to values and levels: Dremel's record shredding (Melnik et al., VLDB 2010, section 4.2), driven by the
 * schema.
 */
import { defaultLimits, isParquetError, type Limits, ParquetError, withPlace } from '@marquetry/core';
import { fieldsOf, formatPath, type Schema } from '@marquetry/schema';
import { holdsItself } from './cycles.js';
import { type StoreVariants, structShredder } from './field-shredder.js';
import { clear, createLeafSlots, type LeafSlots, type ShreddedColumn, viewOf } from './leaf-slots.js';

/** Options for converting rows to columns. */
export interface ShredderOptions {
  /** `error` rejects keys for which the schema has no field; `ignore` drops them. Default `error`. */
  readonly unknownFields?: 'error' | 'ignore';
  /** The row number that errors give for the first row; default 0. */
  readonly firstRow?: number;
  readonly limits?: Limits;
  /**
   * Converts values to the columns that store a VARIANT: pass `createVariantStorage` from `@marquetry/variant`. Without
   * it, values of VARIANT columns must be objects with these columns as fields, such as `{ metadata, value }`.
   */
  readonly variants?: StoreVariants | undefined;
}

/** Converts rows to columns of values and levels. It cannot be used after it has thrown an error. */
export interface Shredder {
  /** Number of rows added since the last call to {@link take}. */
  readonly rowCount: number;
  /** Number of bytes that the rows added since the last call to {@link take} occupy as values and levels. */
  readonly byteLength: number;
  /**
   * Adds a row.
   * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for a row that does not match the schema;
   * LIMIT if values or levels exceed `limits.decodedBytes`.
   */
  push(row: unknown): void;
  /**
   * Returns the columns of the rows added since the last call, by path, in the order of the schema's leaves. They share
   * the shredder's memory, so they are valid only until the next call to `push` or `take`.
   */
  take(): Readonly<Record<string, ShreddedColumn>>;
}

/**
 * Creates a shredder, which converts rows to columns. Any valid schema is allowed, including lists of two or three
 * levels, maps and repeated fields.
 *
 * ```ts
 * const shredder = createShredder(defineSchema({ id: 'INT64', tags: { list: 'STRING' } }));
 * shredder.push({ id: 1n, tags: ['a', 'b'] });
 * await writer.write(shredder.take());
 * ```
 */
export function createShredder(schema: Schema, options: ShredderOptions = {}): Shredder {
  const { limits = defaultLimits, unknownFields = 'error', firstRow = 0 } = options;
  if (unknownFields !== 'error' && unknownFields !== 'ignore') {
    throw new ParquetError('INVALID_ARGUMENT', `\`unknownFields\` must be 'error' or 'ignore', got '${unknownFields}'`);
  }
  const columns = schema.leaves.map((leaf) => createLeafSlots(leaf, limits));
  const slotsOf = new Map(columns.map((slots) => [slots.leaf, slots]));
  const root = structShredder(fieldsOf(schema), schema.root, {
    slotsOf: (leaf) => slotsOf.get(leaf) as LeafSlots,
    unknownFields,
    variants: options.variants,
  });
  let row = firstRow;
  let rowCount = 0;
  let isTaken = false;

  const startAnew = (): void => {
    isTaken = false;
    rowCount = 0;
    for (const slots of columns) clear(slots);
  };
  return {
    get rowCount() {
      return isTaken ? 0 : rowCount;
    },
    get byteLength() {
      return isTaken ? 0 : columns.reduce((sum, slots) => sum + bytesIn(slots), 0);
    },
    push(value) {
      if (isTaken) startAnew();
      try {
        root.push(value, 0);
      } catch (error) {
        throw withPlace(ownError(error, value), { row });
      }
      row++;
      rowCount++;
    },
    take() {
      if (isTaken) startAnew();
      isTaken = true;
      // Use an object without a prototype, so that any path is safe as a key.
      const taken: Record<string, ShreddedColumn> = Object.create(null);
      for (const slots of columns) taken[formatPath(slots.leaf.path)] = viewOf(slots, rowCount);
      return taken;
    },
  };
}

/**
 * Returns the error to throw for a row. If the row contains a reference cycle, the error reports the cycle instead of
 * the original problem.
 */
function ownError(error: unknown, row: unknown): unknown {
  if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT' || !isCyclic(row)) return error;
  return new ParquetError('INVALID_ARGUMENT', 'the row is cyclic: an object contains itself', error.at, {
    cause: error,
  });
}

function isCyclic(row: unknown): boolean {
  try {
    return holdsItself(row);
  } catch {
    // If a getter throws during this search, report the original error.
    return false;
  }
}

function bytesIn({ buffer, slotCount }: LeafSlots): number {
  const { length } = buffer;
  const bytes =
    buffer.layout === 'bytes' ? (buffer.offsets[length] as number) + 4 * length : length * Math.max(buffer.width, 1);
  return bytes + 2 * slotCount;
}
