/**
 * Converts variants to JavaScript values, in the same forms as values in rows.
 *
 *   kind                        plain                lossless     json               temporal
 *   boolean, string             boolean, string      the same     the same           as plain
 *   int8 int16 int32            number               number       number             as plain
 *   float double                number               number       number; text if    as plain
 *                                                                 it is not finite
 *   int64                       bigint               bigint       text               as plain
 *   decimals                    text: '12.50'        text         text               as plain
 *   date                        Date                 days         '2020-01-31'       PlainDate
 *   time                        '12:34:56.000001'    bigint       text               PlainTime
 *   timestamps in UTC           Date                 bigint       text with Z        Instant
 *   local timestamps            Date                 bigint       text               PlainDateTime
 *   binary                      Uint8Array           Uint8Array   base64             as plain
 *   uuid                        text                 text         text               as plain
 */
import { ParquetError } from '@marquetry/core';
import { floorDivide, type KnownTimeUnit, millisPerDay, unitsPerMilli, uuidText, withScale } from '@marquetry/logical';
import { type ToTemporal, temporalForm } from '@marquetry/logical/temporal';
import type { VariantKind } from './encoding/kind.js';
import type { Variant } from './encoding/variant.js';
import { scalarText } from './scalar-text.js';

/** Options that choose the form of values. */
export interface ToValueOptions {
  /** The form of all values, like the `values` option for reading rows. Default: `plain`. */
  readonly values?: 'plain' | 'lossless' | 'json' | 'temporal';
}

/**
 * Returns a variant as a JavaScript value. Objects become plain objects, and arrays become arrays. A field named
 * `__proto__` is an own property. The result shares no memory with the variant.
 * @throws ParquetError CORRUPT or TRUNCATED if the bytes are not a variant; LIMIT for more than 500 nested objects and
 * arrays, and, with `plain` or `temporal`, for dates that a Date or Temporal object cannot represent.
 */
export function toValue(variant: Variant, { values = 'plain' }: ToValueOptions = {}): unknown {
  return formOf(variant, values);
}

type Form = NonNullable<ToValueOptions['values']>;

function formOf(variant: Variant, form: Form): unknown {
  const { kind } = variant;
  switch (kind) {
    case 'null':
      return null;
    case 'boolean':
      return variant.asBoolean();
    case 'int8':
    case 'int16':
    case 'int32':
      return variant.asNumber();
    case 'string':
      return variant.asString();
    case 'object': {
      const object: Record<string, unknown> = {};
      for (const [name, value] of variant.entries()) {
        if (name !== '__proto__') object[name] = formOf(value, form);
        else {
          const own = { value: formOf(value, form), writable: true, enumerable: true, configurable: true };
          Object.defineProperty(object, name, own);
        }
      }
      return object;
    }
    case 'array': {
      const array: unknown[] = [];
      for (const element of variant) array.push(formOf(element, form));
      return array;
    }
    case 'int64':
      return form === 'json' ? String(variant.asBigint()) : variant.asBigint();
    case 'float':
    case 'double': {
      const number = variant.asNumber();
      return form === 'json' && !Number.isFinite(number) ? String(number) : number;
    }
    case 'decimal4':
    case 'decimal8':
    case 'decimal16': {
      const { unscaled, scale } = variant.asDecimal();
      return withScale(String(unscaled), scale);
    }
    case 'uuid':
      return uuidText(variant.asBytes(), 0);
    case 'binary':
      // `slice` cannot be used, because on a Node Buffer it returns a view of the same memory.
      return form === 'json' ? scalarText(variant) : new Uint8Array(variant.asBytes());
    default:
      return temporalValue(variant, kind, form);
  }
}

type TemporalKind = 'date' | 'time' | 'timestamp' | 'timestampNtz' | 'timestampNanos' | 'timestampNtzNanos';

function temporalValue(variant: Variant, kind: TemporalKind, form: Form): unknown {
  if (form === 'json' || (form === 'plain' && kind === 'time')) return scalarText(variant);
  const count = variant.asBigint();
  if (form === 'temporal') return temporalOf(kind)(count);
  if (form === 'lossless') return kind === 'date' ? Number(count) : count;
  const millis = kind === 'date' ? count * BigInt(millisPerDay) : floorDivide(count, unitsPerMilli[unitOf(kind)]);
  return dateOf(Number(millis));
}

/** Returns the time unit of a kind: nanoseconds for `timestampNanos` and `timestampNtzNanos`, otherwise microseconds. */
export function unitOf(kind: VariantKind): KnownTimeUnit {
  return kind === 'timestampNanos' || kind === 'timestampNtzNanos' ? 'NANOS' : 'MICROS';
}

/** A Date can be up to this many milliseconds before or after 1970 (ECMA-262, Time Values and Time Range). */
const maxDateMillis = 8.64e15;

function dateOf(millis: number): Date {
  if (Math.abs(millis) <= maxDateMillis) return new Date(millis);
  const cure = "read it with `values: 'lossless'`";
  throw new ParquetError('LIMIT', `a Date cannot represent ${millis} milliseconds since 1970; ${cure}`);
}

function temporalOf(kind: TemporalKind): ToTemporal {
  const isAdjustedToUTC = kind === 'timestamp' || kind === 'timestampNanos';
  const unit = unitOf(kind);
  const annotation =
    kind === 'date'
      ? ({ kind: 'DATE' } as const)
      : ({ kind: kind === 'time' ? 'TIME' : 'TIMESTAMP', isAdjustedToUTC, unit } as const);
  return temporalForm({ annotation, type: kind === 'date' ? 1 : 2 }) as ToTemporal;
}
