/**
 * Finds the field that a path in a predicate names. The path may omit the wrapper groups of lists and maps:
 *
 *   optional group tags (LIST) { repeated group list { optional binary element (STRING) } }
 *
 * Here, `tags` names the list; `tags.element` and `tags.list.element` both name its elements. The parts of a map are
 * named `key` and `value`.
 */
import { ParquetError } from '@marquetry/core';
import { type Field, fieldsOf, formatPath, parsePath, type Schema } from '@marquetry/schema';

/** A field that a predicate names, and the list or map that contains it. */
export interface ResolvedField {
  readonly field: Field;
  readonly within: Extract<Field, { readonly kind: 'list' | 'map' }> | undefined;
  /** The outermost list or map that contains the field. */
  readonly outermost: Extract<Field, { readonly kind: 'list' | 'map' }> | undefined;
}

/**
 * Returns the field that a path names.
 * @throws ParquetError INVALID_ARGUMENT if the path names no field, or more than one.
 */
export function resolvePath(schema: Schema, path: string | readonly string[]): ResolvedField {
  const names = typeof path === 'string' ? parsePath(path) : path;
  const shown = formatPath(names);
  const [first, ...rest] = names;
  if (first === undefined)
    throw new ParquetError('INVALID_ARGUMENT', 'the `path` of a column must have at least one name, got []');
  // Let `find` throw, because its error lists the existing columns.
  const fields = fieldsOf(schema, schema.find(formatPath([first])));
  const [root] = fields;
  if (root === undefined || fields.length !== 1) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `${fields.length} columns are named ${first}; a predicate needs exactly one`,
    );
  }
  const found = descend({ field: root, within: undefined, outermost: undefined }, rest) ?? byNodes(root, names);
  if (found !== undefined) return found;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `column ${shown} does not exist; the columns in ${first} are ${namesBelow(root)}`,
  );
}

/**
 * Returns the field that has the given field id.
 * @throws ParquetError INVALID_ARGUMENT if no field, or more than one, has this id.
 */
export function resolveFieldId(schema: Schema, id: number): ResolvedField {
  const found = fieldsOf(schema, schema.leaves).flatMap((field) =>
    [...eachField({ field, within: undefined, outermost: undefined })].filter(
      (each) => each.field.node.element.fieldId === id,
    ),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `${found.length} columns have the field id ${id}; a predicate needs exactly one`,
  );
}

function descend(start: ResolvedField, names: readonly string[]): ResolvedField | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return start;
  for (const child of childrenOf(start)) {
    if (child.field.name === name || aliasOf(start.field, child.field) === name) {
      const found = descend(child, rest);
      if (found !== undefined) return found;
    }
  }
  // The element of a list may be omitted: `items.price` for `items.element.price`.
  if (start.field.kind === 'list') {
    const [element] = childrenOf(start);
    if (element !== undefined && element.field.kind === 'struct') return descend(element, names);
  }
  return undefined;
}

/**
 * Returns the standard name of the element of a list (`element`) or of a part of a map (`key` or `value`). Paths may
 * use it even if the file names the node differently.
 */
function aliasOf(parent: Field, child: Field): string | undefined {
  if (parent.kind === 'list') return 'element';
  if (parent.kind === 'map') return child === parent.key ? 'key' : 'value';
  return undefined;
}

/** Finds a field by its full path in the schema, which includes all wrapper groups. */
function byNodes(root: Field, names: readonly string[]): ResolvedField | undefined {
  const text = formatPath(names);
  for (const each of eachField({ field: root, within: undefined, outermost: undefined })) {
    if (formatPath(each.field.node.path) === text) return each;
  }
  return undefined;
}

function childrenOf({ field, within, outermost }: ResolvedField): readonly ResolvedField[] {
  switch (field.kind) {
    case 'leaf':
      return [];
    case 'variant':
      return childrenOf({ field: field.storage, within, outermost });
    case 'struct':
      return field.fields.map((child) => ({ field: child, within, outermost }));
    case 'list':
      return [{ field: field.element, within: field, outermost: outermost ?? field }];
    case 'map':
      return [field.key, field.value]
        .filter((child) => child !== undefined)
        .map((child) => ({ field: child, within: field, outermost: outermost ?? field }));
  }
}

function* eachField(start: ResolvedField): Generator<ResolvedField, void, undefined> {
  yield start;
  for (const child of childrenOf(start)) yield* eachField(child);
}

function namesBelow(root: Field): string {
  const names = root.leaves.map(({ path }) => formatPath(path));
  return names.length > 20 ? `${names.slice(0, 20).join(', ')}, and ${names.length - 20} more` : names.join(', ');
}
