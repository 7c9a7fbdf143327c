/**
 * Compares the fields of a file with the fields of the Arrow schema stored in it. A stored type is used only if it agrees with the
 * Parquet schema, so a wrong stored schema cannot change values.
 */
import { PhysicalType, type Steps } from '@marquetry/core';
import { type Field, formatPath, type LeafField, type LeafNode, type StructField } from '@marquetry/schema';
import { adjustedToUtcKey, fieldIdKey, isExtension, logicalTypeKey } from '../field-metadata.js';
import type { LeafForm } from '../read/leaf-form.js';
import { leafForm } from '../read/leaf-forms.js';
import { isStored, restoredForm } from './restored-form.js';
import { type StoredField, type StoredSchema, StoredType } from './stored-schema.js';

/** The metadata and types that the stored Arrow schema contains for a field, but Parquet cannot express. */
interface Hint {
  /** The metadata of the stored Arrow field. Metadata derived from the Parquet schema takes precedence. */
  readonly metadata: ReadonlyMap<string, string>;
  /**
   * The Arrow type to restore, and the conversion of the values. Absent for lists, maps and structs.
   */
  readonly form?: LeafForm;
  /** Present if the column was a Dictionary column when it was written. */
  readonly dictionary?: { readonly isOrdered: boolean };
  /** The type of a list: List, LargeList or FixedSizeList. `size` is the length of fixed-size lists. */
  readonly list?: { readonly typeId: number; readonly size: number };
}

export type Hints = ReadonlyMap<Field, Hint>;

export interface MatchOptions {
  /**
   * Returns true if the caller wants the column's values as stored in the file. The stored Arrow schema does not affect
   * such a column.
   */
  readonly isPhysical: (leaf: LeafNode) => boolean;
  /** Called for each field whose stored type contradicts the Parquet schema. It may throw. */
  readonly contradict: (column: string, reason: string) => void;
}

/** Number of top-level fields to process between two `yield`s. */
const stepFields = 2 ** 6;

/** Returns the properties that the stored Arrow schema adds to each of the fields, and to all fields inside them. */
export function* matchFields(fields: readonly Field[], stored: StoredSchema, options: MatchOptions): Steps<Hints> {
  const context: Context = { ...options, hints: new Map() };
  for (const [i, [field, found]] of pairsOf(fields, stored.fields).entries()) {
    matchNamed(field, found, context);
    if (i % stepFields === stepFields - 1) yield;
  }
  return context.hints;
}

interface Context extends MatchOptions {
  readonly hints: Map<Field, Hint>;
}

/** Matches the child fields with the stored child fields. Returns true if all child fields have exactly the stored types. */
function matchChildren(fields: readonly Field[], stored: readonly StoredField[], context: Context): boolean {
  let isExact = fields.length === stored.length;
  for (const [field, found] of pairsOf(fields, stored)) isExact = matchNamed(field, found, context) && isExact;
  return isExact;
}

type Pair = readonly [field: Field, found: StoredField | undefined];

/**
 * Pairs each field with the stored field of the same name. If several fields have the same name, they are paired in
 * order.
 */
function pairsOf(fields: readonly Field[], stored: readonly StoredField[]): readonly Pair[] {
  const byName = new Map(stored.map((each) => [each.name, each]));
  return fields.map((field, i) => [field, stored[i]?.name === field.name ? stored[i] : byName.get(field.name)]);
}

function matchNamed(field: Field, found: StoredField | undefined, context: Context): boolean {
  if (found !== undefined) return match(field, found, context);
  context.contradict(formatPath(field.node.path), 'ARROW:schema does not have this column');
  return false;
}

/**
 * Compares a Parquet field with its field in the stored Arrow schema, and records the properties that only the stored
 * field has. Returns true if the Parquet field has exactly the stored type.
 */
function match(field: Field, stored: StoredField, context: Context): boolean {
  const contradicted = (): false => {
    const what = `the column's type in ARROW:schema (number ${stored.typeId} in Schema.fbs) contradicts the Parquet schema`;
    context.contradict(formatPath(field.node.path), what);
    return false;
  };
  if (stored.dictionary !== undefined && field.kind !== 'leaf') return contradicted();
  switch (field.kind) {
    case 'leaf':
      return matchLeaf(field, stored, context, contradicted);
    case 'struct':
      return matchStruct(field, field, stored, context, contradicted);
    case 'variant':
      return matchStruct(field, field.storage, stored, context, contradicted);
    case 'list': {
      const { typeId, listSize: size = 0, children } = stored;
      const [element] = children;
      const isList = typeId === StoredType.List || typeId === StoredType.LargeList;
      const isFixed = typeId === StoredType.FixedSizeList && size >= 0;
      if (!(isList || isFixed) || element === undefined) return contradicted();
      const isExact = match(field.element, element, context);
      add(field, stored, isExact, context, typeId === StoredType.List ? {} : { list: { typeId, size } });
      return isExact;
    }
    case 'map': {
      const [key, value] = stored.children[0]?.children ?? [];
      if (stored.typeId !== StoredType.Map || key === undefined || value === undefined) return contradicted();
      const isKeyExact = match(field.key, key, context);
      const isExact = (field.value === undefined || match(field.value, value, context)) && isKeyExact;
      add(field, stored, isExact, context);
      return isExact;
    }
  }
}

function matchLeaf(field: LeafField, stored: StoredField, context: Context, contradicted: () => false): boolean {
  const { leaf } = field;
  if (context.isPhysical(leaf)) return false;
  const own = leafForm(leaf, false);
  const isInt96 = leaf.type === PhysicalType.INT96 && stored.typeId === StoredType.Timestamp;
  const form = isInt96 ? own : restoredForm(own, stored);
  if (form === undefined) return contradicted();
  const isExact = isStored(form.type, stored);
  const { dictionary } = stored;
  add(field, stored, isExact, context, { ...(form !== own && { form }), ...(dictionary && { dictionary }) });
  return isExact;
}

function matchStruct(
  field: Field,
  { fields }: StructField,
  stored: StoredField,
  context: Context,
  contradicted: () => false,
): boolean {
  if (stored.typeId !== StoredType.Struct) return contradicted();
  const isExact = matchChildren(fields, stored.children, context);
  add(field, stored, isExact, context);
  return isExact;
}

/**
 * Metadata keys that are derived from the Parquet schema. Their stored values are ignored, because they may be wrong.
 */
const parquetKeys: ReadonlySet<string> = new Set([fieldIdKey, logicalTypeKey, adjustedToUtcKey]);
const extensionKeys = 'ARROW:extension:';

/**
 * Records the metadata of the stored field. Its extension type is kept only if the field has exactly the stored type
 * and the Parquet schema does not define an extension type.
 */
function add(
  field: Field,
  { metadata }: StoredField,
  isExact: boolean,
  { hints }: Context,
  more: Omit<Hint, 'metadata'> = {},
): void {
  const hasOwn = isExtension(field.kind === 'leaf' ? field.leaf.annotation : field.node.annotation);
  const kept = [...metadata].filter(
    ([key]) => !parquetKeys.has(key) && ((isExact && !hasOwn) || !key.startsWith(extensionKeys)),
  );
  hints.set(field, { ...more, metadata: new Map(kept) });
}
