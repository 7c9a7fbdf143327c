/**
 * Rows to values and levels: Dremel's record shredding (Melnik et al., VLDB 2010, section 4.2), driven by the schema.
 */
import { defaultLimits, isParquetError, type Limits, ParquetError, withPlace } from '@marquetry/core';
import { fieldsOf, formatPath, type Schema } from '@marquetry/schema';
import { holdsItself } from './cycles.js';
import { type StoreVariants, structShredder } from './field-shredder.js';
import { clear, createLeafSlots, type LeafSlots, type ShreddedColumn, viewOf } from './leaf-slots.js';

/** What a row may have that the schema does not know. */
export interface ShredderOptions {
  /** Keys that the schema has no field for: an error, or left out. Default `error`. */
  readonly unknownFields?: 'error' | 'ignore';
  /** What the first row is called in errors; default 0. */
  readonly firstRow?: number;
  readonly limits?: Limits;
  /**
   * What makes the storage of VARIANT values: `createVariantStorage` of `@marquetry/variant`. Without it, values of VARIANT columns are objects
   * of the columns they are stored in: `{ metadata, value }`.
   */
  readonly variants?: StoreVariants | undefined;
}

/** After a throw a shredder is spent. */
export interface Shredder {
  /** Rows pushed since the last {@link take}. */
  readonly rowCount: number;
  /** Bytes of their values and levels. */
  readonly byteLength: number;
  /**
   * Adds a row.
   * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for what does not fit the schema; LIMIT when
   *   values or levels pass `limits.decodedBytes`.
   */
  push(row: unknown): void;
  /** The columns of the rows so far, in the order of the schema's leaves, by path. Valid until the next call. */
  take(): Readonly<Record<string, ShreddedColumn>>;
}

/**
 * A shredder of rows of a schema, of any legal form (lists with two or three levels, maps, repeated fields).
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
    throw new ParquetError('INVALID_ARGUMENT', `unknownFields is 'error' or 'ignore', not '${unknownFields}'`);
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
      // No prototype, so that any name is safe.
      const taken: Record<string, ShreddedColumn> = Object.create(null);
      for (const slots of columns) taken[formatPath(slots.leaf.path)] = viewOf(slots, rowCount);
      return taken;
    },
  };
}

/** A value that has no end does not fit anywhere: that says more than where it first did not. */
function ownError(error: unknown, row: unknown): unknown {
  if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT' || !isCyclic(row)) return error;
  return new ParquetError('INVALID_ARGUMENT', 'the row is cyclic: an object in it holds itself', error.at, {
    cause: error,
  });
}

function isCyclic(row: unknown): boolean {
  try {
    return holdsItself(row);
  } catch {
    // A getter that throws: what was found first counts.
    return false;
  }
}

function bytesIn({ buffer, slotCount }: LeafSlots): number {
  const { length } = buffer;
  const bytes =
    buffer.layout === 'bytes' ? (buffer.offsets[length] as number) + 4 * length : length * Math.max(buffer.width, 1);
  return bytes + 2 * slotCount;
}
