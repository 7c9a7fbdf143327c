/**
 * Reads the values at a path into a VARIANT column. Follows the shredded columns, and searches `value` if an object on the path is not shredded.
 */
import type { NestedColumn, NestedLeaf, NestedStruct } from '@marquetry/column';
import { valueEnd } from '../encoding/layout.js';
import type { Metadata } from '../encoding/metadata.js';
import { VariantView } from '../encoding/view.js';
import { conflict, shreddedInValue } from './conflicts.js';
import { bytesOfLeaf, isNull } from './leaf-bytes.js';
import type { ShreddedValue } from './plan.js';

/** Returns the value of an entry; undefined if the entry does not have the path. */
export type Reach = (entry: number, isBorrowed: boolean) => VariantView | undefined;

type MetadataOf = (entry: number) => Metadata;
/** Reads a whole value from a group with `value` and `typed_value`. */
type ReadWhole = (plan: ShreddedValue, storage: NestedStruct) => Reach;

export function pathReader(
  plan: ShreddedValue,
  storage: NestedStruct,
  names: readonly string[],
  metadata: MetadataOf,
  whole: ReadWhole,
): Reach {
  const [name, ...rest] = names;
  if (name === undefined) return whole(plan, storage);
  const value = leafOf(storage.children[plan.valueIndex]);
  const inValue = value === undefined ? nothing : valueReader(value, metadata);
  const fallback: Reach = (entry) => navigate(inValue(entry, true), names);
  const { typed } = plan;
  const column = storage.children[plan.typedIndex];
  if (typed?.kind !== 'object' || column?.kind !== 'struct') return fallback;
  const place = typed.names.indexOf(name);
  const child = column.children[place];
  if (child?.kind !== 'struct') return fallback;
  const inner = pathReader(typed.values[place] as ShreddedValue, child, rest, metadata, whole);
  return (entry, isBorrowed) => {
    if (isNull(column, entry)) return fallback(entry, isBorrowed);
    const residual = inValue(entry, true);
    if (residual !== undefined) {
      if (residual.kind !== 'object') throw conflict();
      if (residual.get(name) !== undefined) throw shreddedInValue(name);
    }
    return isNull(child, entry) ? undefined : inner(entry, isBorrowed);
  };
}

const nothing: Reach = () => undefined;

function leafOf(column: NestedColumn | undefined): NestedLeaf | undefined {
  return column?.kind === 'leaf' ? column : undefined;
}

/** Returns views of the bytes of a `value` column. */
export function valueReader(column: NestedLeaf, metadata: MetadataOf): Reach {
  const bytesOf = bytesOfLeaf(column);
  return (entry) => {
    if (isNull(column, entry)) return undefined;
    const bytes = bytesOf(entry);
    return new VariantView(metadata(entry), bytes, 0, valueEnd(bytes, 0, bytes.length), 0);
  };
}

function navigate(from: VariantView | undefined, names: readonly string[]): VariantView | undefined {
  let at = from;
  for (const name of names) at = at?.get(name);
  return at;
}
