/**
 * Writes the entries of fields as JSON, including nested fields.
 *
 *   struct   {"a":1,"b":null}     in schema order
 *   list     [1,2,null]
 *   map      [[key,value],...]    in stored order; [[key,null],...] for a map that has only keys
 *   variant  the value            written by the function that the caller passes
 *
 * Three functions do the work, and each returns the next one: the first examines the type of a field, the second the
 * arrays of a batch, and the third writes the text of one entry.
 */
import type { NestedColumn, NestedLeaf, NestedList, NestedMap, NestedStruct, NestedVariant } from '@marquetry/column';
import { ParquetError, withPlace } from '@marquetry/core';
import { type Field, formatPath, type ListField, type MapField, type VariantField } from '@marquetry/schema';
import { flat } from './flat-text.js';
import { type BoundedStyle, type TextBounds, textError } from './style.js';
import type { WriteValue } from './write-value.js';
import { createBoundedWriter } from './writer.js';

/** Takes the column of a field in one batch, and returns a function that writes the entries of that column. */
export type BindColumn<Column extends NestedColumn = NestedColumn> = (column: Column) => WriteValue;

/**
 * Creates a writer for a field. The writer takes the column of a batch, and returns a function that writes its entries.
 * Nulls are written as `null`.
 */
export function entriesOf(field: Field, style: BoundedStyle): BindColumn {
  switch (field.kind) {
    case 'leaf': {
      const bind = createBoundedWriter(field.leaf, style);
      return entries<NestedLeaf>(field, ({ values }) => bind(values));
    }
    case 'struct': {
      const bind = objectsOf(field.fields, style);
      return entries<NestedStruct>(field, ({ children }) => bind(children));
    }
    case 'list':
      return entries<NestedList>(field, listsOf(field, style));
    case 'map':
      return entries<NestedMap>(field, mapsOf(field, style));
    case 'variant':
      return entries<NestedVariant>(field, variantsOf(field, style));
  }
}

/**
 * Writes structs or rows as JSON objects, with the fields in schema order. If several fields have the same
 * name, the object has several keys with that name.
 */
export function objectsOf(
  fields: readonly Field[],
  style: BoundedStyle,
): (columns: readonly NestedColumn[]) => WriteValue {
  if (fields.length === 0) return () => () => '{}';
  const keys = fields.map(({ name }, i) => `${i === 0 ? '{' : ','}${style.string(name)}:`);
  const binds = fields.map((field) => entriesOf(field, style));
  const { mostLength } = style.bounds;
  return (columns) => {
    if (columns.length !== fields.length) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `${fields.length} fields require ${fields.length} columns, got ${columns.length}`,
      );
    }
    const writers = binds.map((bind, i) => bind(columns[i] as NestedColumn));
    return (index) => {
      let text = '';
      let i = 0;
      try {
        for (; i < writers.length; i++) {
          text += (keys[i] as string) + (writers[i] as WriteValue)(index);
          if (text.length > mostLength) throw textError(style.bounds, 'an object');
        }
      } catch (error) {
        throw withPlace(error, { column: formatPath((fields[i] as Field).node.path) });
      }
      return `${text}}`;
    };
  };
}

function listsOf({ element }: ListField, style: BoundedStyle): BindColumn<NestedList> {
  const bind = entriesOf(element, style);
  return (column) => arrays(column.offsets, bind(column.element), style.bounds);
}

function mapsOf(field: MapField, style: BoundedStyle): BindColumn<NestedMap> {
  const bindKey = entriesOf(field.key, style);
  const bindValue = field.value === undefined ? undefined : entriesOf(field.value, style);
  return ({ offsets, key: keys, value: values }) => {
    const key = bindKey(keys);
    if (bindValue === undefined) return arrays(offsets, (index) => `[${key(index)},null]`, style.bounds);
    if (values === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'the field is a map with values, but its column has only keys', {
        column: formatPath(field.node.path),
      });
    }
    const value = bindValue(values);
    return arrays(offsets, (index) => `[${key(index)},${value(index)}]`, style.bounds);
  };
}

function variantsOf({ node }: VariantField, style: BoundedStyle): BindColumn<NestedVariant> {
  const { variants } = style;
  if (variants !== undefined) return (column) => variants(column, style);
  throw new ParquetError('INVALID_ARGUMENT', 'a VARIANT column needs `writeVariants` as the `variants` argument', {
    column: formatPath(node.path),
  });
}

/** Number of list entries that are joined into one string before it is appended to the text of the list. */
const pieceEntries = 1024;

/**
 * Returns a function that writes lists as JSON arrays. List `index` has the entries from `offsets[index]` to
 * `offsets[index + 1]`.
 */
function arrays(offsets: Int32Array, entry: WriteValue, bounds: TextBounds): WriteValue {
  const { mostLength } = bounds;
  return (index) => {
    const to = offsets[index + 1] as number;
    let text = '[';
    for (let at = offsets[index] as number; at < to; ) {
      const end = Math.min(to, at + pieceEntries);
      let piece = entry(at);
      while (++at < end && piece.length <= mostLength) piece += `,${entry(at)}`;
      text += at < to ? `${flat(piece)},` : flat(piece);
      if (text.length > mostLength) throw textError(bounds, 'an array');
    }
    return `${text}]`;
  };
}

/** Returns a function that checks the column's kind, writes nulls, and uses `bind` for entries that are not null. */
function entries<Column extends NestedColumn>({ kind, node }: Field, bind: BindColumn<Column>): BindColumn {
  return (column) => {
    if (column.kind !== kind) {
      const what = `the field is a ${kind}, but its column is a ${column.kind}`;
      throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(node.path) });
    }
    // The check above ensures that this is a `Column`.
    const write = bind(column as Column);
    const { nulls } = column;
    if (nulls.kind === 'none') return write;
    const { bits } = nulls;
    return (index) => (((bits[index >> 3] as number) >> (index & 7)) & 1 ? write(index) : 'null');
  };
}
