/** The TypeScript type of the rows of a schema, inferred by the compiler. */
import type { Interval } from '@marquetry/logical';
import type { FieldDefinition, FieldDefinitions, SchemaOf } from '@marquetry/schema';
import type { RowValues } from './row-form.js';
import type { TemporalObject } from './temporal-object.js';

/**
 * The type of the rows of a schema from `defineSchema`, in the form that the `values` option selects, including the
 * form of maps. Default: `plain`, as for reading.
 *
 * ```ts
 * const schema = defineSchema({ origin: 'STRING', delay: { type: 'INT64', optional: true } });
 * type Flight = RowOf<typeof schema>; // { origin: string; delay: bigint | null }
 * for await (const { delay } of file.rows<Flight>()) ...
 * ```
 * The compiler cannot check that the file has this schema; compare it with `file.schema`. The type does not reflect the
 * options `as`, `asKind`, `text`, `maps` and `variants`.
 */
export type RowOf<Schema, Values extends RowValues = 'plain'> =
  Schema extends SchemaOf<infer Fields> ? RowOfFields<Fields, Values> : never;

type RowOfFields<Fields extends FieldDefinitions, V extends RowValues> = {
  -readonly [Name in keyof Fields]: ValueOf<Fields[Name], V>;
};

/**
 * The type of a field's values, including nulls and lists of repeated fields. `unknown` if the field's definition is
 * not known.
 */
type ValueOf<Field extends FieldDefinition, V extends RowValues> = FieldDefinition extends Field
  ? unknown
  : KnownValueOf<Field, V>;

type KnownValueOf<Field extends FieldDefinition, V extends RowValues> = Field extends { readonly repeated: true }
  ? PresentOf<Field, V>[]
  : Field extends { readonly optional: true }
    ? PresentOf<Field, V> | null
    : // If the definition's `optional` is only known to be a boolean, the value may be null.
      boolean extends OptionalOf<Field>
      ? PresentOf<Field, V> | null
      : PresentOf<Field, V>;

type OptionalOf<Field> = Field extends { readonly optional: infer Optional } ? Optional : false;

/** The type of a single value of a field, other than null. */
type PresentOf<Field extends FieldDefinition, V extends RowValues> = Field extends string
  ? OfType<Field, { readonly type: Field }, V>
  : Field extends { readonly fields: infer Fields extends FieldDefinitions }
    ? RowOfFields<Fields, V>
    : Field extends { readonly list: infer Element extends FieldDefinition }
      ? ValueOf<Element, V>[]
      : Field extends {
            readonly map: readonly [infer Key extends FieldDefinition, infer Value extends FieldDefinition];
          }
        ? MapOf<ValueOf<Key, V>, ValueOf<Value, V>, V>
        : Field extends { readonly type: infer Type extends string }
          ? OfType<Type, Field, V>
          : never;

type MapOf<Key, Value, V extends RowValues> = V extends 'plain' | 'temporal' ? Map<Key, Value> : [Key, Value][];

type UnitOf<Field> = Field extends { readonly unit: infer Unit extends string } ? Unit : 'MICROS';

/** True if a TIMESTAMP field is in UTC, which is the default. */
type UtcOf<Field> = Field extends { readonly isAdjustedToUTC: infer Utc } ? Utc : true;

/** The type of values of the column type `Type`, in the form `V`. */
type OfType<Type extends string, Field, V extends RowValues> = Type extends keyof Values
  ? Values[Type][V]
  : Type extends 'TIME'
    ? Alike<UnitOf<Field> extends 'MILLIS' ? number : bigint, string, string, TemporalObject<'PlainTime'>>[V]
    : Type extends 'TIMESTAMP'
      ? Alike<bigint, Date, string, TimestampOf<UtcOf<Field>>>[V]
      : Type extends 'VARIANT'
        ? unknown
        : never;

type TimestampOf<Utc> = Utc extends true ? TemporalObject<'Instant'> : TemporalObject<'PlainDateTime'>;

interface Alike<Lossless, Plain = Lossless, Json = Lossless, Temporal = Plain> {
  readonly lossless: Lossless;
  readonly plain: Plain;
  readonly json: Json;
  readonly temporal: Temporal;
}
type Integer = Alike<number>;
type LongInteger = Alike<bigint, bigint, string>;
/** The type of a floating-point value. In the form `json`, NaN and the infinities are text. */
type FloatingPoint = Alike<number, number, number | 'NaN' | 'Infinity' | '-Infinity'>;
type Bytes = Alike<Uint8Array, Uint8Array, string>;

interface Values {
  readonly BOOLEAN: Alike<boolean>;
  readonly INT32: Integer;
  readonly INT8: Integer;
  readonly INT16: Integer;
  readonly UINT8: Integer;
  readonly UINT16: Integer;
  readonly UINT32: Integer;
  readonly INT64: LongInteger;
  readonly UINT64: LongInteger;
  readonly INT96: Alike<bigint, Date, string, TemporalObject<'PlainDateTime'>>;
  readonly FLOAT: FloatingPoint;
  readonly DOUBLE: FloatingPoint;
  readonly FLOAT16: FloatingPoint;
  readonly BYTE_ARRAY: Bytes;
  readonly FIXED_LEN_BYTE_ARRAY: Bytes;
  readonly BSON: Bytes;
  readonly GEOMETRY: Bytes;
  readonly GEOGRAPHY: Bytes;
  readonly STRING: Alike<string>;
  readonly ENUM: Alike<string>;
  readonly JSON: Alike<string>;
  readonly UUID: Alike<string>;
  readonly DECIMAL: Alike<string>;
  readonly DATE: Alike<number, Date, string, TemporalObject<'PlainDate'>>;
  readonly INTERVAL: Alike<Interval>;
  readonly UNKNOWN: Alike<null>;
}
