/**
 * Converts the values of fields to Parquet values and levels ("shredding"). The type of a field is examined once, to
 * create a function that then processes each row. It appends these levels:
 *
 *                   definition level                             repetition level
 *   value           the maximum of the column                    that of the enclosing entry
 *   null            that of the deepest field that is not null   that of the enclosing entry
 *   empty list      that of the list                             that of the enclosing entry
 *   first entry     depends on its value                         that of the list's enclosing entry
 *   other entries   depends on their values                      that of the list
 */
import { ParquetError } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type LeafField,
  type LeafNode,
  type ListField,
  type MapField,
  type SchemaNode,
  type StructField,
  type VariantField,
} from '@marquetry/schema';
import { listEntries, mapEntries } from './entries.js';
import { addSlot, type LeafSlots } from './leaf-slots.js';
import { createRefusal } from './refuse.js';
import { isStructObject } from './struct-object.js';

/** Appends the values of a field, and their levels, to the columns of that field. */
export interface FieldShredder {
  /** Adds an entry, which may be null. `repetition` is its repetition level. */
  push(value: unknown, repetition: number): void;
  /**
   * Adds a slot without an entry, because an enclosing field is null or empty. `definition` is its definition level.
   */
  skip(repetition: number, definition: number): void;
}

export interface Shredding {
  slotsOf(leaf: LeafNode): LeafSlots;
  readonly unknownFields: 'error' | 'ignore';
  readonly variants: StoreVariants | undefined;
}

/**
 * Returns a function that converts a value of a VARIANT field to the object to store, which has the fields of
 * `field.storage`. `createVariantStorage` from `@marquetry/variant` is such a function. Callers pass the function, so
 * that programs without VARIANT columns do not include its code.
 */
export type StoreVariants = (field: VariantField) => (value: unknown) => object;

function fieldShredder(field: Field, shredding: Shredding): FieldShredder {
  const shredder = entryShredder(field, shredding);
  const { push, skip } = shredder;
  const whereNull = field.definitionLevel - 1;
  if (field.nullable) {
    return {
      push: (value, repetition) => {
        if (value === null || value === undefined) skip(repetition, whereNull);
        else push(value, repetition);
      },
      skip,
    };
  }
  // If a repeated field without a LIST annotation is missing from a row, treat it as an empty list.
  if (field.node.repetition === 'repeated' && field.kind === 'list') {
    return { push: (value, repetition) => push(value ?? [], repetition), skip };
  }
  // A VARIANT can itself contain null, so pass null on to it.
  if (field.kind === 'variant') return shredder;
  const column = formatPath(field.node.path);
  return {
    push: (value, repetition) => {
      if (value === null || value === undefined) {
        throw new ParquetError('INVALID_ARGUMENT', 'the field is required, but its value is missing', { column });
      }
      push(value, repetition);
    },
    skip,
  };
}

/** Returns the functions that append the non-null entries of a field. */
function entryShredder(field: Field, shredding: Shredding): FieldShredder {
  switch (field.kind) {
    case 'leaf':
      return leafShredder(field, shredding);
    case 'struct':
      return structShredder(field.fields, field.node, shredding);
    case 'list':
      return listShredder(field, shredding);
    case 'map':
      return mapShredder(field, shredding);
    case 'variant':
      return variantShredder(field, shredding);
  }
}

function leafShredder({ leaf }: LeafField, { slotsOf }: Shredding): FieldShredder {
  const slots = slotsOf(leaf);
  const { put } = slots;
  const { maxDefinitionLevel } = leaf;
  return {
    push: (value, repetition) => {
      put(value);
      addSlot(slots, repetition, maxDefinitionLevel);
    },
    skip: (repetition, definition) => addSlot(slots, repetition, definition),
  };
}

/** Returns the functions that append objects with these fields. `node` is their group in the schema, or the root. */
export function structShredder(fields: StructField['fields'], node: SchemaNode, shredding: Shredding): FieldShredder {
  const names = fields.map(({ name }) => name);
  const known = new Set(names);
  const children = fields.map((field) => fieldShredder(field, shredding));
  // Every object inherits properties such as `toString`. For fields with such names, only own properties count.
  const inherited = names.map((name) => name in Object.prototype);
  const refuse = createRefusal(node);
  const checksNames = shredding.unknownFields === 'error';
  return {
    push: (value, repetition) => {
      const object = isStructObject(value) ? value : refuse(value, 'an object with fields');
      if (checksNames) requireKnown(object, names, known, node);
      for (let i = 0; i < children.length; i++) {
        const name = names[i] as string;
        const field = inherited[i] === true && !Object.hasOwn(object, name) ? undefined : object[name];
        (children[i] as FieldShredder).push(field, repetition);
      }
    },
    skip: (repetition, definition) => {
      for (const child of children) child.skip(repetition, definition);
    },
  };
}

function requireKnown(object: object, names: readonly string[], known: ReadonlySet<string>, node: SchemaNode): void {
  const keys = Object.keys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (key === names[i] || known.has(key)) continue;
    const where = node.path.length === 0 ? 'the schema' : 'the group';
    throw new ParquetError('INVALID_ARGUMENT', `${where} has no field ${JSON.stringify(key)}`, {
      column: formatPath([...node.path, key]),
    });
  }
}

function variantShredder(field: VariantField, shredding: Shredding): FieldShredder {
  const shredder = structShredder(field.storage.fields, field.node, shredding);
  const store = shredding.variants?.(field);
  return store === undefined
    ? shredder
    : { ...shredder, push: (value, repetition) => shredder.push(store(value), repetition) };
}

function listShredder(field: ListField, shredding: Shredding): FieldShredder {
  const { push, skip } = fieldShredder(field.element, shredding);
  const { definitionLevel, repetitionLevel, node } = field;
  const refuse = createRefusal(node);
  return {
    push: (value, repetition) => {
      const entries = listEntries(value, refuse);
      const { length } = entries;
      if (length === 0) return skip(repetition, definitionLevel);
      push(entries[0], repetition);
      for (let i = 1; i < length; i++) push(entries[i], repetitionLevel);
    },
    skip,
  };
}

function mapShredder(field: MapField, shredding: Shredding): FieldShredder {
  const { definitionLevel, repetitionLevel, node } = field;
  const key = fieldShredder(field.key, shredding);
  const value = field.value === undefined ? undefined : fieldShredder(field.value, shredding);
  const refuse = createRefusal(node);
  const skip: FieldShredder['skip'] = (repetition, definition) => {
    key.skip(repetition, definition);
    value?.skip(repetition, definition);
  };
  return {
    push: (map, repetition) => {
      const entries = mapEntries(map, refuse);
      if (entries.length === 0) return skip(repetition, definitionLevel);
      for (let i = 0; i < entries.length; i++) {
        const level = i === 0 ? repetition : repetitionLevel;
        const [entryKey, entryValue] = entries[i] as readonly unknown[];
        key.push(entryKey, level);
        if (value !== undefined) value.push(entryValue, level);
        else if (entryValue !== null && entryValue !== undefined)
          refuse(entryValue, 'null as the value of each key, because the schema of the map has no value field');
      }
    },
    skip,
  };
}
