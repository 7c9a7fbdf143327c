/**
 * Values of a column to JavaScript values: what they mean is settled once, a dictionary is converted once.
 */
import { gatherInto, javascriptKernels } from '@marquetry/bit-io';
import type { NestedLeaf } from '@marquetry/column';
import {
  createColumnBuffer,
  type DictionaryValues,
  type FlatValues,
  ParquetError,
  type Steps,
  sliceValues,
  type Values,
  withPlace,
} from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { BoundEntries } from './bound-entries.js';
import type { Convert } from './conversion.js';
import { conversionOf } from './conversions.js';
import type { RowForm } from './row-form.js';
import { stepLength } from './steps.js';
import { storedBytes, type ValueBytes, valueBytesOf, wordBytes } from './value-bytes.js';

/** A dictionary is converted whole as soon as a chunk has used this share of it. */
const wholeShare = 1 / 4;
/** Stored bytes that are converted in one step. */
const stepBytes = 2 ** 20;

/** Bytes that the converted dictionaries of all columns may still take. */
export interface DictionaryMemory {
  freeBytes: number;
}

/** How a column is converted. */
export interface LeafForm {
  readonly form: RowForm;
  /** See `AssemblerOptions.pin`. */
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
}

/**
 * Binds the values of the batches of a column.
 * @throws ParquetError INVALID_ARGUMENT for a form that the column does not have. What it returns throws with the column.
 */
export function createLeafBinder(leaf: LeafNode, options: LeafForm): (column: NestedLeaf) => BoundEntries {
  const { form, pin, memory } = options;
  const convert = conversionOf(leaf, form, pin);
  const size = valueBytesOf(leaf, form, pin);
  const conversion = { leaf, convert, size, dictionaries: createDictionaryConverter(convert, size, memory) };
  return ({ values, nulls }) => {
    if (values.type === leaf.type) return new BoundLeaf(conversion, values, nulls);
    const what = `values of type ${values.type} in a column of type ${leaf.type}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(leaf.path) });
  };
}

/** How the batches of a column are converted. */
interface LeafConversion {
  readonly leaf: LeafNode;
  readonly convert: Convert;
  readonly size: ValueBytes;
  readonly dictionaries: DictionaryConverter;
}

/** A class, as there is one per column and batch, and the young generation of V8 grows with what outlives a collection. */
class BoundLeaf implements BoundEntries {
  private readonly conversion: LeafConversion;
  private readonly values: Values;
  private readonly nulls: NestedLeaf['nulls'];
  /** Rows share the entries of the dictionary. */
  private readonly shared: boolean;

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

/** A generator of all batches: V8 gives each generator function that is called a hidden class, which lives long. */
function* buildLeaf(
  conversion: LeafConversion,
  values: Values,
  shared: boolean,
  nulls: NestedLeaf['nulls'],
  from: number,
  to: number,
): Steps<unknown[]> {
  try {
    const entries = yield* buildValues(conversion, values, shared, from, to);
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
  from: number,
  to: number,
): Steps<unknown[]> {
  if (values.layout !== 'dictionary') return convertRange(convert, values, from, to);
  if (shared) return dictionaries.build(values, from, to);
  return convertRange(convert, flattened(leaf, values, from, to), 0, to - from);
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

/** Entries of which nulls are cleared in one step: a look at a bit is quick. */
const clearedEntries = 2 ** 17;

/** Converts in steps; one array where it is one step. */
function* convertRange(convert: Convert, values: FlatValues, from: number, to: number): Steps<unknown[]> {
  let end = stepEnd(values, from, to);
  if (end === to) return convert(from === 0 && to === values.length ? values : sliceValues(values, from, to));
  const entries: unknown[] = new Array(to - from);
  for (let start = from; start < to; start = end) {
    end = stepEnd(values, start, to);
    const part = convert(sliceValues(values, start, end));
    for (let i = 0; i < part.length; i++) entries[start - from + i] = part[i];
    yield;
  }
  return entries;
}

/** The end of a step that begins at `from`: at least one value. */
function stepEnd(values: FlatValues, from: number, to: number): number {
  let end = Math.min(to, from + stepLength);
  while (end - from > 1 && storedBytes(values, from, end) > stepBytes) end = from + ((end - from) >> 1);
  return end;
}

interface DictionaryConverter {
  /** Whether the dictionary of these values is converted whole, and rows share its entries. To be asked once a batch. */
  isShared(values: DictionaryValues): boolean;
  build(values: DictionaryValues, from: number, to: number): Steps<unknown[]>;
}

function createDictionaryConverter(convert: Convert, size: ValueBytes, memory: DictionaryMemory): DictionaryConverter {
  // The batches of a chunk share its dictionary.
  let dictionary: FlatValues | undefined;
  let entries: unknown[] | undefined;
  let held = 0;
  let used = 0;
  const { each, perByte } = size;

  const isShared = (values: DictionaryValues): boolean => {
    if (values.dictionary !== dictionary) {
      memory.freeBytes += held;
      dictionary = values.dictionary;
      entries = undefined;
      held = 0;
      used = 0;
    }
    if (held > 0) return true;
    const all = storedBytes(dictionary, 0, dictionary.length);
    used += values.length;
    const isUsed = used >= wholeShare * dictionary.length || usedBytes(values, 0, values.length) > all;
    const needed = (wordBytes + each) * dictionary.length + perByte * all;
    if (!isUsed || needed > memory.freeBytes) return false;
    held = Math.max(needed, 1);
    memory.freeBytes -= held;
    return true;
  };
  return {
    isShared,
    *build(values, from, to) {
      const shared = entries ?? (yield* convertRange(convert, values.dictionary, 0, values.dictionary.length));
      if (values.dictionary === dictionary) entries = shared;
      const gathered: unknown[] = new Array(to - from);
      for (let start = from; start < to; start += stepLength) {
        const end = Math.min(to, start + stepLength);
        for (let i = start; i < end; i++) gathered[i - from] = shared[values.indices[i] as number];
        if (end < to) yield;
      }
      return gathered;
    },
  };
}

/** Stored bytes of the values that the indices `[from, to)` refer to. */
function usedBytes({ indices, dictionary }: DictionaryValues, from: number, to: number): number {
  if (dictionary.layout !== 'bytes') return storedBytes(dictionary, 0, 1) * (to - from);
  const { offsets, length } = dictionary;
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const index = indices[i] as number;
    // Indices of nulls may be of no entry.
    if (index < length) bytes += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return bytes;
}

/** The few values that are used of a large dictionary. */
function flattened(leaf: LeafNode, { indices, dictionary }: DictionaryValues, from: number, to: number): FlatValues {
  const target = createColumnBuffer(leaf, { capacity: to - from });
  gatherInto(target, dictionary, indices, from, to - from, javascriptKernels);
  return target.values;
}
