/**
 * Types with which the compiler infers the columns of a schema.
 */
import type { BitValues, BytesValues, DictionaryValues, FixedType, FixedValuesOf, PhysicalType } from '@marquetry/core';
import type { ColumnBatch, ColumnInput, TypedColumn, WriteColumns } from '@marquetry/file';
import type { FieldDefinition, FieldDefinitions, SchemaOf } from '@marquetry/schema';

/**
 * The type of a batch that `columnBatches` yields, for a schema from `defineSchema`: an object that maps column
 * paths to columns, whose values have the physical type that the schema specifies.
 *
 * ```ts
 * const schema = defineSchema({ delay: { type: 'INT64', optional: true } });
 * for await (const { delay } of file.columnBatches<ColumnBatchOf<typeof schema, true>>({ decodeDictionaries: true })) {
 *   const minutes: BigInt64Array = delay.values.data;
 * }
 * ```
 * `Decoded` must be the value of `decodeDictionaries` that you pass to `columnBatches`. Unless it is true, columns may
 * be indices into dictionaries. The compiler cannot check that the file has this schema, or that you pass this value.
 */
export type ColumnBatchOf<Schema, Decoded extends boolean = false> =
  Schema extends SchemaOf<infer Fields>
    ? string extends keyof Fields
      ? ColumnBatch
      : BatchOfLeaves<LeavesOf<Fields>, Decoded>
    : ColumnBatch;

type BatchOfLeaves<Leaves, Decoded extends boolean> = {
  readonly [Path in keyof Leaves]: ColumnOf<ValuesOf<Leaves[Path]>, Decoded>;
};

/** A column of a batch, whose values have the type `Direct` or, unless `Decoded` is true, may be dictionary indices. */
export interface ColumnOf<Direct, Decoded extends boolean> extends Omit<TypedColumn, 'values'> {
  readonly values: Decoded extends true ? Direct : Direct | (DictionaryValues & { readonly dictionary: Direct });
}

/**
 * The columns that can be written with a schema: an object whose keys are the paths of all columns, or a batch from
 * `columnBatches`. If the compiler does not know the schema, any columns are accepted.
 */
export type WriteColumnsOf<Schema> =
  Schema extends SchemaOf<infer Fields>
    ? InputsOf<Fields>
    : Schema extends FieldDefinitions
      ? InputsOf<Schema>
      : WriteColumns;

type InputsOf<Fields extends FieldDefinitions> = string extends keyof Fields
  ? WriteColumns
  : { readonly [Path in keyof LeavesOf<Fields>]: ColumnInput } | ColumnBatch;

/**
 * An object type with one property per column of the given fields. Its keys are column paths as `formatPath` writes
 * them.
 */
type LeavesOf<Fields extends FieldDefinitions, Above extends string = ''> = Merged<
  { readonly [Name in keyof Fields & string]: LeavesBelow<Fields[Name], `${Above}${Escaped<Name>}`> }[keyof Fields &
    string]
>;

/** If the compiler does not know the definition of a field, the field may have columns at any path. */
type LeavesBelow<Field extends FieldDefinition, Path extends string> = FieldDefinition extends Field
  ? Readonly<Record<string, FieldDefinition>>
  : LeavesOfField<Field, Path>;

type LeavesOfField<Field extends FieldDefinition, Path extends string> = Field extends string
  ? { readonly [Only in Path]: Field }
  : Field extends { readonly fields: infer Fields extends FieldDefinitions }
    ? LeavesOf<Fields, `${Path}.`>
    : Field extends { readonly list: infer Element extends FieldDefinition }
      ? LeavesBelow<Element, `${Path}.list.element`>
      : Field extends {
            readonly map: readonly [infer Key extends FieldDefinition, infer Value extends FieldDefinition];
          }
        ? LeavesBelow<Key, `${Path}.key_value.key`> & LeavesBelow<Value, `${Path}.key_value.value`>
        : Field extends { readonly type: 'VARIANT'; readonly storage: unknown }
          ? Readonly<Record<string, FieldDefinition>>
          : Field extends { readonly type: 'VARIANT' }
            ? { readonly [Only in `${Path}.metadata` | `${Path}.value`]: 'BYTE_ARRAY' }
            : { readonly [Only in Path]: Field };

/** Merges a union of object types into one type with all of their properties. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** A name as part of a column path: dots and backslashes are escaped with a backslash. */
type Escaped<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends '.' | '\\' ? `\\${First}` : First}${Escaped<Rest>}`
  : '';

/** The type of a column's values once dictionary indices are decoded. */
type ValuesOf<Field> = Field extends string
  ? OfType<Field, { readonly type: Field }>
  : Field extends { readonly type: infer Type extends string }
    ? OfType<Type, Field>
    : never;

type Fixed<Name extends keyof typeof PhysicalType> = Name extends 'BOOLEAN'
  ? BitValues
  : Name extends 'BYTE_ARRAY'
    ? BytesValues
    : FixedValuesOf<Extract<(typeof PhysicalType)[Name], FixedType>>;

type OfType<Type extends string, Field> = Type extends keyof typeof PhysicalType
  ? Fixed<Type>
  : Type extends 'INT8' | 'INT16' | 'UINT8' | 'UINT16' | 'UINT32' | 'DATE' | 'UNKNOWN'
    ? Fixed<'INT32'>
    : Type extends 'UINT64' | 'TIMESTAMP'
      ? Fixed<'INT64'>
      : Type extends 'TIME'
        ? Fixed<Field extends { readonly unit: infer Unit } ? (Unit extends 'MILLIS' ? 'INT32' : 'INT64') : 'INT64'>
        : Type extends 'FLOAT16' | 'UUID' | 'INTERVAL'
          ? Fixed<'FIXED_LEN_BYTE_ARRAY'>
          : Type extends 'DECIMAL'
            ? Fixed<DecimalType<Field>>
            : Fixed<'BYTE_ARRAY'>;

/**
 * The physical type of a DECIMAL column. If the field definition does not specify the physical type, it depends on the
 * precision, which the compiler does not evaluate.
 */
type DecimalType<Field> = Field extends { readonly physicalType: infer Type extends keyof typeof PhysicalType }
  ? Type
  : 'INT32' | 'INT64' | 'FIXED_LEN_BYTE_ARRAY';
