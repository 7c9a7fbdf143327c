/** The TypeScript type of the rows that a schema accepts, inferred by the compiler. */
import type { Interval } from '@marquetry/logical';
import type { FieldDefinition, FieldDefinitions, SchemaOf } from '@marquetry/schema';
import type { TemporalObject } from '../read/temporal-object.js';
import type { RowsInput } from './row-source.js';

/**
 * The type of a row to write, for a schema from `defineSchema` or a plain object with field definitions. It allows
 * every value that the columns accept, and is therefore wider than `RowOf`.
 *
 * ```ts
 * const schema = defineSchema({ id: 'INT64', day: { type: 'DATE', optional: true } });
 * type Written = RowInput<typeof schema>; // { id: number | bigint; day?: Date | string | number | ... | null }
 * ```
 * `unknown` for a schema that the compiler does not know, such as that of a file.
 */
export type RowInput<Schema> =
  Schema extends SchemaOf<infer Fields>
    ? InputOfFields<Fields>
    : Schema extends FieldDefinitions
      ? InputOfFields<Schema>
      : unknown;

/** The type of an iterable or async iterable of rows for a schema. */
export type RowsInputOf<Schema> =
  unknown extends RowInput<Schema> ? RowsInput : Iterable<RowInput<Schema>> | AsyncIterable<RowInput<Schema>>;

/** The type of an object with these fields; `unknown` if the field names are not known. */
type InputOfFields<Fields extends FieldDefinitions> = string extends keyof Fields
  ? unknown
  : {
      readonly [Name in keyof Fields as true extends IsMissing<Fields[Name]> ? never : Name]: InputOf<Fields[Name]>;
    } & {
      readonly [Name in keyof Fields as true extends IsMissing<Fields[Name]> ? Name : never]?: InputOf<Fields[Name]>;
    };

/** True if a row may omit the field; `boolean` if the definition does not determine this. */
type IsMissing<Field> = FieldDefinition extends Field
  ? true
  : Field extends { readonly repeated: true }
    ? true
    : OptionalOf<Field>;

type OptionalOf<Field> = Field extends { readonly optional: infer Optional } ? Optional : false;

/**
 * The type of the values that a field accepts, including nulls and lists for repeated fields. `unknown` if the field's
 * definition is not known.
 */
type InputOf<Field extends FieldDefinition> = FieldDefinition extends Field ? unknown : KnownInputOf<Field>;

type KnownInputOf<Field extends FieldDefinition> =
  | (Field extends { readonly repeated: true } ? Iterable<PresentOf<Field>> : PresentOf<Field>)
  | (true extends IsMissing<Field> ? null | undefined : never);

/** The type of a single value, other than null, that a field accepts. */
type PresentOf<Field extends FieldDefinition> = Field extends string
  ? OfType<Field, Field>
  : Field extends { readonly fields: infer Fields extends FieldDefinitions }
    ? InputOfFields<Fields>
    : Field extends { readonly list: infer Element extends FieldDefinition }
      ? Iterable<InputOf<Element>>
      : Field extends {
            readonly map: readonly [infer Key extends FieldDefinition, infer Value extends FieldDefinition];
          }
        ? MapInput<InputOf<Key>, InputOf<Value>>
        : Field extends { readonly type: infer Type extends string }
          ? OfType<Type, Field>
          : never;

/** The type of the values that a map field accepts. These include plain objects if the keys are text. */
type MapInput<Key, Value> =
  | Iterable<readonly [Key, Value]>
  | (string extends Key ? Readonly<Record<string, Value>> : never);

type OfType<Type extends string, Field> = Type extends keyof Inputs
  ? Inputs[Type]
  : Type extends 'TIMESTAMP'
    ? Counted | Date | TimestampObject<Field>
    : Type extends 'VARIANT'
      ? unknown
      : never;

type TimestampObject<Field> = Field extends { readonly isAdjustedToUTC: infer Utc }
  ? Utc extends true
    ? TemporalObject<'Instant'>
    : TemporalObject<'PlainDateTime'>
  : TemporalObject<'Instant'>;

type Integer = number | bigint;
/** A date or time: an integer in the column's unit, or ISO 8601 text. */
type Counted = Integer | string;
type Text = string | Uint8Array;

interface Inputs {
  readonly BOOLEAN: boolean;
  readonly INT32: Integer;
  readonly INT8: Integer;
  readonly INT16: Integer;
  readonly UINT8: Integer;
  readonly UINT16: Integer;
  readonly UINT32: Integer;
  readonly INT64: Integer;
  readonly UINT64: Integer;
  readonly INT96: Counted | Date | Uint8Array | TemporalObject<'PlainDateTime'>;
  readonly FLOAT: number;
  readonly DOUBLE: number;
  readonly FLOAT16: number | Uint8Array;
  readonly BYTE_ARRAY: Uint8Array;
  readonly FIXED_LEN_BYTE_ARRAY: Uint8Array;
  readonly BSON: Uint8Array;
  readonly GEOMETRY: Uint8Array;
  readonly GEOGRAPHY: Uint8Array;
  readonly STRING: Text;
  readonly ENUM: Text;
  readonly JSON: Text;
  readonly UUID: Text;
  readonly DECIMAL: string | Integer;
  readonly DATE: Counted | Date | TemporalObject<'PlainDate'>;
  readonly TIME: Counted | TemporalObject<'PlainTime'>;
  readonly INTERVAL: Interval | Uint8Array;
  readonly UNKNOWN: null | undefined;
}
