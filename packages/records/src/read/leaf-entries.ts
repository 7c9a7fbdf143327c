/**
 * Converts the values of a column to JavaScript values. The conversion is chosen once per column, and a dictionary is
 * converted once.
 */
import type { NestedLeaf } from '@marquetry/column';
import { nameOf, ParquetError, PhysicalType, type Steps, type Values, withPlace } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { BoundEntries } from './bound-entries.js';
import type { ConversionOf } from './common-conversions.js';
import type { Convert } from './conversion.js';
import { convertRange } from './convert-range.js';
import {
  convertUsed,
  createDictionaryConverter,
  type DictionaryConverter,
  type DictionaryMemory,
  usedBytes,
} from './dictionary-entries.js';
import type { RowForm, ValueForm } from './row-form.js';
import { storedBytes, type ValueBytes, valueBytesOf, wordBytes } from './value-bytes.js';

/** Specifies how the values of a column are converted: their form, such as `exact` or `date`, and the code to use. */
export interface LeafForm {
  readonly form: RowForm | ValueForm;
  /**
   * False to copy strings and bytes, so that they do not keep the memory of their batch alive; see
   * `AssemblerOptions.pin`.
   */
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
  readonly conversionOf: ConversionOf;
}

/**
 * Creates a function that prepares the batches of a column for conversion.
 * @throws ParquetError INVALID_ARGUMENT for a form that the column does not support. Errors from the returned function
 * name the column.
 */
export function createLeafBinder(leaf: LeafNode, options: LeafForm): (column: NestedLeaf) => BoundEntries {
  const { conversionOf, form, pin, memory } = options;
  const convert = conversionOf(leaf, form, pin);
  const size = valueBytesOf(leaf, form, pin);
  const conversion = { leaf, convert, size, dictionaries: createDictionaryConverter(leaf, convert, size, memory) };
  return ({ values, nulls }) => {
    if (values.type === leaf.type) return new BoundLeaf(conversion, values, nulls);
    const what = `the column requires ${nameOf(PhysicalType, leaf.type)} values, got ${nameOf(PhysicalType, values.type)}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(leaf.path) });
  };
}

/** The data that all batches of a column share: the conversion function, the size of its results, and converted dictionaries. */
interface LeafConversion {
  readonly leaf: LeafNode;
  readonly convert: Convert;
  readonly size: ValueBytes;
  readonly dictionaries: DictionaryConverter;
}

/**
 * The values of a column in one batch. This is a class, because closures would create more objects per column and
 * batch, and V8's young generation grows with the objects that survive a collection.
 */
class BoundLeaf implements BoundEntries {
  declare private readonly conversion: LeafConversion;
  declare private readonly values: Values;
  declare private readonly nulls: NestedLeaf['nulls'];
  /** True if rows share the converted entries of the dictionary. */
  declare private readonly shared: boolean;

  constructor(conversion: LeafConversion, values: Values, nulls: NestedLeaf['nulls']) {
    this.conversion = conversion;
    this.values = values;
    this.nulls = nulls;
    this.shared = values.layout === 'dictionary' && conversion.dictionaries.isShared(values);
  }

  bytes(from: number, to: number): number {
    const { values } = this;
    const { each, perByte } = this.conversion.size;
    const slots = wordBytes * (to - from);
    if (this.shared) return slots;
    if (perByte === 0) return slots + each * (to - from);
    const stored = values.layout === 'dictionary' ? usedBytes(values, from, to) : storedBytes(values, from, to);
    return slots + each * (to - from) + perByte * stored;
  }

  build(from: number, to: number): Steps<unknown[]> {
    return buildLeaf(this.conversion, this.values, this.shared, this.nulls, from, to);
  }
}

/**
 * Converts a range of entries, with `null` for nulls. It is not a closure, because V8 creates a long-lived hidden class
 * for each generator function object that is called.
 */
function* buildLeaf(
  conversion: LeafConversion,
  values: Values,
  shared: boolean,
  nulls: NestedLeaf['nulls'],
  from: number,
  to: number,
): Steps<unknown[]> {
  try {
    const entries = yield* buildValues(conversion, values, shared, nulls, from, to);
    if (nulls.kind === 'bitmap') yield* clearNulls(entries, nulls.bits, from);
    return entries;
  } catch (error) {
    throw withPlace(error, { column: formatPath(conversion.leaf.path) });
  }
}

function buildValues(
  { leaf, convert, dictionaries }: LeafConversion,
  values: Values,
  shared: boolean,
  nulls: NestedLeaf['nulls'],
  from: number,
  to: number,
): Steps<unknown[]> {
  if (values.layout !== 'dictionary') return convertRange(convert, values, from, to);
  if (shared) return dictionaries.build(values, nulls, from, to);
  return convertUsed(leaf, convert, values, nulls, from, to);
}

function* clearNulls(entries: unknown[], bits: Uint8Array, first: number): Steps<void> {
  for (let from = 0; from < entries.length; ) {
    const to = Math.min(entries.length, from + clearedEntries);
    for (let i = from; i < to; i++) {
      const bit = first + i;
      if ((((bits[bit >> 3] as number) >> (bit & 7)) & 1) === 0) entries[i] = null;
    }
    if (to < entries.length) yield;
    from = to;
  }
}

/** Number of bits to test for nulls between two `yield`s. It is large, because testing a bit is fast. */
const clearedEntries = 2 ** 17;
