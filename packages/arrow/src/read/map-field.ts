/**
 * Maps fields of the Parquet schema to Arrow fields, and converts their columns. Nested columns have the same layout as in Arrow: each list, map or
 * struct has validity, and each list or map also has offsets.
 */
import { readBit } from '@marquetry/bit-io';
import type { NestedColumn } from '@marquetry/column';
import { noNulls, ParquetError, type Steps } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type ListField,
  type MapField,
  type StructField,
  type VariantField,
} from '@marquetry/schema';
import * as arrow from 'apache-arrow';
import { Field as ArrowField, type Data, FixedSizeList, List, Map_, Null, Struct } from 'apache-arrow';
import { type RowOf, rowOfElement } from '../entries.js';
import { annotationMetadata, fieldIdKey } from '../field-metadata.js';
import type { Hints } from '../stored/match-fields.js';
import { wideOffsets } from '../stored/restored-form.js';
import { StoredType } from '../stored/stored-schema.js';
import { createData } from './data.js';
import { fixedEntries, type Padding } from './fixed-lists.js';
import { mapLeaf } from './map-leaf.js';
import { type Mapping, type MappingOptions, requireKind } from './mapping.js';
import { inStrides } from './strides.js';

/**
 * Returns the Arrow type of a field, with the function that converts the field's values.
 * @throws ParquetError UNSUPPORTED, naming the column, if Arrow has no type for it.
 */
export function mapField(field: Field, options: MappingOptions): Mapping {
  switch (field.kind) {
    case 'leaf':
      return mapLeaf(field, options);
    case 'struct':
      return mapStruct(field, options);
    case 'variant':
      return mapVariant(field, options);
    case 'list':
      return mapList(field, options);
    case 'map':
      return mapMap(field, options);
  }
}

/** Returns the Arrow field for a Parquet field, given its Arrow type. `around` is the enclosing Parquet field. */
export function arrowFieldOf(field: Field, { type }: Mapping, hints: Hints | undefined, around?: Field): ArrowField {
  const { name, node, nullable } = field;
  const annotation =
    field.kind === 'leaf'
      ? field.leaf.annotation
      : field.kind === 'struct' || field.kind === 'variant'
        ? node.annotation
        : undefined;
  const metadata = new Map([...(hints?.get(field)?.metadata ?? []), ...annotationMetadata(annotation)]);
  // A repeated field outside a LIST is both the list and its element. Only the list gets the field id.
  const { fieldId } = node.element;
  if (fieldId !== undefined && around?.node !== node) metadata.set(fieldIdKey, String(fieldId));
  return new ArrowField(name, type, nullable, metadata);
}

function mapStruct(field: StructField, options: MappingOptions): Mapping {
  const mappings = field.fields.map((child) => mapField(child, options));
  const type = new Struct(field.fields.map((child, i) => arrowFieldOf(child, mappings[i] as Mapping, options.hints)));
  return {
    type,
    *dataOf(column, rowOf) {
      const { length, nulls, children } = requireKind(column, 'struct', field);
      if (children.length !== mappings.length) {
        const what = `the struct has ${mappings.length} fields in the schema, but ${children.length} columns`;
        throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(field.node.path) });
      }
      const data: Data[] = [];
      for (const [i, mapping] of mappings.entries())
        data.push(yield* mapping.dataOf(children[i] as NestedColumn, rowOf));
      return createData(type, length, nulls, { children: data });
    },
  };
}

/** Maps a VARIANT to Arrow's canonical extension type, which has the same storage columns. */
function mapVariant({ storage }: VariantField, options: MappingOptions): Mapping {
  const { type, dataOf } = mapStruct(storage, options);
  return {
    type,
    dataOf: (column, rowOf) => dataOf(column.kind === 'variant' ? column.storage : column, rowOf),
  };
}

function mapList(field: ListField, options: MappingOptions): Mapping {
  const mapping = mapField(field.element, options);
  const { hints, padding } = options;
  const child = arrowFieldOf(field.element, mapping, hints, field);
  const stored = hints?.get(field)?.list;
  if (stored?.typeId === StoredType.FixedSizeList && padding !== undefined) {
    return mapFixedList(field, mapping, new FixedSizeList(stored.size, child), padding);
  }
  // List is used here, because apache-arrow 20 does not implement LargeList.
  const isLarge = stored?.typeId === StoredType.LargeList && arrow.LargeList !== undefined;
  const type = isLarge ? new arrow.LargeList(child) : new List(child);
  return {
    type,
    *dataOf(column, rowOf) {
      const { length, nulls, offsets, element } = requireKind(column, 'list', field);
      const entries = yield* mapping.dataOf(element, rowOfElement(offsets, length, rowOf));
      return createData(type, length, nulls, {
        offsets: isLarge ? yield* wideOffsets(offsets) : offsets,
        children: [entries],
      });
    },
  };
}

function mapFixedList(field: ListField, element: Mapping, type: FixedSizeList, padding: Padding): Mapping {
  const { listSize } = type;
  return {
    type,
    *dataOf(column, rowOf) {
      const list = requireKind(column, 'list', field);
      const entries = yield* fixedEntries(list, listSize, rowOf, padding);
      const child = yield* element.dataOf(entries, (entry) => rowOf(Math.floor(entry / listSize)));
      return createData(type, list.length, list.nulls, { children: [child] });
    },
  };
}

/**
 * Maps a MAP. In Arrow, the keys of a map are never null, and every map has a column of values. If the file stores only keys, all values are null.
 */
function mapMap(field: MapField, options: MappingOptions): Mapping {
  const key = mapField(field.key, options);
  const value = field.value === undefined ? undefined : mapField(field.value, options);
  const valueField =
    field.value === undefined || value === undefined
      ? new ArrowField('value', new Null(), true)
      : arrowFieldOf(field.value, value, options.hints);
  const entries = new Struct([arrowFieldOf(field.key, key, options.hints).clone({ nullable: false }), valueField]);
  const type = new Map_(new ArrowField('entries', entries, false));
  return {
    type,
    *dataOf(column, rowOf) {
      const map = requireKind(column, 'map', field);
      const { length, nulls, offsets } = map;
      const rowOfEntry = rowOfElement(offsets, length, rowOf);
      yield* requireKeys(map.key, rowOfEntry);
      const keys = yield* key.dataOf(map.key, rowOfEntry);
      const values =
        map.value === undefined || value === undefined
          ? createData(valueField.type, keys.length, noNulls, {})
          : yield* value.dataOf(map.value, rowOfEntry);
      const child = createData(entries, keys.length, noNulls, { children: [keys, values] });
      return createData(type, length, nulls, { offsets, children: [child] });
    },
  };
}

/**
 * Checks that no key of a map is null.
 * @throws ParquetError CORRUPT, naming the row, if a key is null.
 */
function* requireKeys(keys: NestedColumn, rowOf: RowOf): Steps<void> {
  const { nulls, length } = keys;
  if (nulls.kind === 'none' || nulls.nullCount === 0) return;
  const { bits } = nulls;
  yield* inStrides(length, (from, to) => {
    for (let i = from; i < to; i++) {
      if (readBit(bits, i) === 1) continue;
      const column = formatPath(keys.field.node.path);
      throw new ParquetError('CORRUPT', `row ${rowOf(i)}: a map has a null key`, { column });
    }
  });
}
