/** Finds the columns that store the values at a path into a VARIANT. */
import { ParquetError } from '@marquetry/core';
import {
  type Field,
  fieldsOf,
  formatPath,
  type GroupNode,
  type LeafNode,
  parsePath,
  type Schema,
  type SchemaNode,
  type StructField,
} from '@marquetry/schema';
import type { PathNode } from '../shredded/path-node.js';
import { type ShreddedValue, shreddingPlan } from '../shredded/plan.js';

/** The columns that store the values at a path into a VARIANT. */
export interface PathColumns {
  /** The group of the VARIANT in the file's schema. */
  readonly variant: GroupNode;
  /** The VARIANT's group, with only the columns of the path. */
  readonly node: PathNode;
  readonly leaves: readonly LeafNode[];
  /** The `value` columns of the path and of the fields that lead to it. */
  readonly onTheWay: readonly ValueOnTheWay[];
  /** The `value` columns of the fields below the path. */
  readonly values: readonly LeafNode[];
  readonly metadata: LeafNode;
  /** The `typed_value` column of the path, if its values are shredded as primitives. */
  readonly typed: LeafNode | undefined;
  /**
   * A column inside the groups of all columns in `onTheWay`, with one entry per row; undefined if there is no such
   * column.
   */
  readonly anchor: LeafNode | undefined;
}

/** A `value` column of a path, or of a field that leads to the path. */
export interface ValueOnTheWay {
  readonly leaf: LeafNode;
  /**
   * The definition levels `[from, to)` at which the group of the column is present and its `typed_value` is null. At
   * other levels, the value at the path is not in this column. Undefined if it may be in this column at any level.
   */
  readonly untyped: readonly [from: number, to: number] | undefined;
}

/**
 * Returns the columns of a path; undefined if the path does not lead into a VARIANT.
 * @throws ParquetError like `shreddingPlan`.
 */
export function pathColumnsOf(schema: Schema, path: string | readonly string[]): PathColumns | undefined {
  const all = typeof path === 'string' ? parsePath(path) : path;
  let variant: SchemaNode = schema.root;
  for (const [i, name] of all.entries()) {
    if (variant.kind === 'leaf') return undefined;
    const found: readonly SchemaNode[] = variant.children.filter((child) => child.name === name);
    const [next] = found;
    if (next === undefined || found.length > 1) return undefined;
    variant = next;
    if (variant.kind === 'group' && variant.annotation?.kind === 'VARIANT') {
      const names = all.slice(i + 1);
      return names.length === 0 ? undefined : columnsOf(schema, variant, names);
    }
  }
  return undefined;
}

function columnsOf({ root }: Schema, variant: GroupNode, names: readonly string[]): PathColumns {
  const text = formatPath([...variant.path, ...names]);
  if (variant.maxRepetitionLevel > 0) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `${text} is a path into a VARIANT inside a list or map: read the whole VARIANT`,
    );
  }
  const [field] = fieldsOf({ root: { ...root, children: [variant] } });
  if (field?.kind !== 'variant')
    throw new ParquetError('CORRUPT', `the VARIANT ${formatPath(variant.path)} has no columns`);
  const plan = shreddingPlan(field.storage);
  const { onTheWay, end } = chainOf(plan, names);
  const isOptional = variant.maxDefinitionLevel > 0;
  const metadata = leafAt(
    field.storage,
    field.storage.fields.findIndex(({ name }) => name === 'metadata'),
  );
  const pruned = prunedGroup(plan, names);
  const node: PathNode = {
    ...variant,
    ...{ name: text, repetition: isOptional ? 'optional' : 'required', variantPath: names },
    children: variant.children.flatMap((child) =>
      child.name === 'metadata' ? [child] : (pruned?.children.filter(({ name }) => name === child.name) ?? []),
    ),
  };
  const typed = end?.typed?.kind === 'primitive' ? end.typed.field.leaf : undefined;
  const below = end?.group.leaves.find(({ maxRepetitionLevel }) => maxRepetitionLevel === 0);
  return {
    ...{ variant, node, leaves: leavesBelow(node), onTheWay, typed },
    values: end === undefined ? [] : valuesBelow(end),
    metadata: metadata as LeafNode,
    anchor: end === undefined ? onTheWay.at(-1)?.leaf : (typed ?? valueLeafOf(end) ?? below),
  };
}

/**
 * Returns the `value` columns of the path and of the fields that lead to it. `end` is the group of the path, if the file is shredded to that depth.
 */
function chainOf(
  root: ShreddedValue,
  names: readonly string[],
): { readonly onTheWay: readonly ValueOnTheWay[]; readonly end: ShreddedValue | undefined } {
  const onTheWay: ValueOnTheWay[] = [];
  const add = (value: ShreddedValue, isFollowed: boolean): void => {
    const leaf = valueLeafOf(value);
    const { group, typed } = value;
    const levels = [group.definitionLevel, typed?.field.definitionLevel ?? 0] as const;
    if (leaf !== undefined) onTheWay.push({ leaf, untyped: isFollowed ? levels : undefined });
  };
  let at = root;
  for (const name of names) {
    const next = fieldOf(at, name);
    add(at, next !== undefined);
    if (next === undefined) return { onTheWay, end: undefined };
    at = next;
  }
  add(at, at.typed?.kind === 'primitive');
  return { onTheWay, end: at };
}

function fieldOf({ typed }: ShreddedValue, name: string): ShreddedValue | undefined {
  return typed?.kind === 'object' ? typed.values[typed.names.indexOf(name)] : undefined;
}

function leafAt(group: StructField, index: number): LeafNode | undefined {
  const field: Field | undefined = group.fields[index];
  return field?.kind === 'leaf' ? field.leaf : undefined;
}

function valueLeafOf({ group, valueIndex }: ShreddedValue): LeafNode | undefined {
  return leafAt(group, valueIndex);
}

/** Returns the `value` columns below a group that is read as a whole. */
function valuesBelow({ typed }: ShreddedValue): readonly LeafNode[] {
  const inner = typed?.kind === 'object' ? typed.values : typed?.kind === 'array' ? [typed.element] : [];
  return inner.flatMap((each) => [valueLeafOf(each) ?? [], valuesBelow(each)].flat());
}

/** Returns the group without the columns of other paths; undefined if no column remains. */
function prunedGroup(value: ShreddedValue, names: readonly string[]): GroupNode | undefined {
  const node = value.group.node as GroupNode;
  const [name, ...rest] = names;
  if (name === undefined) return node;
  const { typed } = value;
  const inner = fieldOf(value, name);
  const child = inner && prunedGroup(inner, rest);
  const children = node.children.flatMap((each): readonly SchemaNode[] => {
    if (each.name === 'value') return [each];
    if (each.name !== 'typed_value' || child === undefined || typed?.kind !== 'object') return [];
    return [{ ...(typed.field.node as GroupNode), children: [child] }];
  });
  return children.length === 0 ? undefined : { ...node, children };
}

export function leavesBelow(node: SchemaNode): readonly LeafNode[] {
  return node.kind === 'leaf' ? [node] : node.children.flatMap(leavesBelow);
}
