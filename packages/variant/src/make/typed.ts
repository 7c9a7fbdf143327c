/** Creates variant primitives of a chosen kind. */
import { ParquetError } from '@marquetry/core';
import {
  parseDate,
  parseDecimal,
  parseTime,
  parseTimestamp,
  type UnitCount,
  unscaledOf,
  writeUuid,
} from '@marquetry/logical';
import { maxDecimalDigits, type PrimitiveKind } from '../encoding/kind.js';
import type { Variant, VariantDecimal } from '../encoding/variant.js';
import { VariantView } from '../encoding/view.js';
import { unitOf } from '../values.js';
import { metadataOf } from './dictionary.js';
import { Output } from './output.js';

/**
 * Returns a primitive of the given kind as a variant. It may occur anywhere in a value that is passed to `toVariant`.
 *
 * ```ts
 * toVariant({ price: typedVariant('decimal4', '12.50'), day: typedVariant('date', '2020-01-31') });
 * ```
 * Pass integers as numbers or bigints, and decimals as text or `{ unscaled, scale }`. Pass dates, times and timestamps
 * as integers in their unit, or as ISO 8601 text, which needs `Z` or an offset for UTC timestamps. Pass UUIDs as text
 * or 16 bytes.
 * @throws ParquetError INVALID_ARGUMENT for a value that the kind cannot represent without loss.
 */
export function typedVariant(kind: PrimitiveKind, value: unknown): Variant {
  const output = new Output();
  if (!put(kind, value, output)) {
    const shown = typeof value === 'bigint' || typeof value === 'number' ? ` ${value}` : '';
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `${typeof value}${shown} is not a valid value for a variant of kind ${kind}`,
    );
  }
  return new VariantView(metadataOf([], true), output.taken(), 0, output.length, 0);
}

/** Size of each integer kind in bytes. */
const integerBytes: Readonly<Partial<Record<PrimitiveKind, number>>> = {
  ...{ int8: 1, int16: 2, int32: 4, int64: 8, date: 4, time: 8 },
  ...{ timestamp: 8, timestampNtz: 8, timestampNanos: 8, timestampNtzNanos: 8 },
};

/** Appends a value. Returns false, and appends nothing, if the kind cannot represent the value. */
function put(kind: PrimitiveKind, value: unknown, output: Output): boolean {
  switch (kind) {
    case 'null':
      if (value !== null && value !== undefined) return false;
      output.nothing();
      return true;
    case 'boolean':
      if (typeof value !== 'boolean') return false;
      output.boolean(value);
      return true;
    case 'float':
      if (typeof value !== 'number' || !(Object.is(Math.fround(value), value) || Number.isNaN(value))) return false;
      output.float(value);
      return true;
    case 'double':
      if (typeof value !== 'number') return false;
      output.double(value);
      return true;
    case 'string':
      if (typeof value !== 'string' || /\p{Surrogate}/u.test(value)) return false;
      output.sized('string', new TextEncoder().encode(value));
      return true;
    case 'binary':
      if (!(value instanceof Uint8Array)) return false;
      output.sized('binary', value);
      return true;
    case 'uuid': {
      const bytes = value instanceof Uint8Array ? value : new Uint8Array(16);
      if (bytes.length !== 16 || (bytes !== value && !(typeof value === 'string' && writeUuid(value, bytes, 0)))) {
        return false;
      }
      output.uuid(bytes);
      return true;
    }
    case 'decimal4':
    case 'decimal8':
    case 'decimal16': {
      const decimal = decimalOf(value);
      if (decimal === undefined) return false;
      const { unscaled, scale } = decimal;
      const most = 10n ** BigInt(maxDecimalDigits[kind]);
      if (unscaled >= most || unscaled <= -most || !(scale >= 0 && scale <= 38)) return false;
      output.decimal(kind, unscaled, scale);
      return true;
    }
    default: {
      const size = integerBytes[kind] as number;
      const integer = integerOf(kind, value);
      if (integer === undefined || BigInt.asIntN(8 * size, integer) !== integer) return false;
      output.integer(kind, size, integer);
      return true;
    }
  }
}

/** Parses a decimal. Its scale is the number of digits after the decimal point. */
function decimalOf(value: unknown): VariantDecimal | undefined {
  if (typeof value === 'string') {
    const decimal = parseDecimal(value);
    if (decimal === undefined) return undefined;
    const scale = Math.max(0, -decimal.exponent);
    const unscaled = unscaledOf(decimal, scale, 38);
    return unscaled === undefined ? undefined : { unscaled: unscaled.integer, scale };
  }
  if (typeof value === 'bigint') return { unscaled: value, scale: 0 };
  const { unscaled, scale } = (value ?? {}) as Partial<VariantDecimal>;
  return typeof unscaled === 'bigint' && Number.isInteger(scale) ? { unscaled, scale: scale as number } : undefined;
}

function integerOf(kind: PrimitiveKind, value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : undefined;
  if (typeof value !== 'string') return undefined;
  switch (kind) {
    case 'date': {
      const days = parseDate(value);
      return days === undefined ? undefined : BigInt(days);
    }
    case 'time':
      return exact(parseTime(value, 'MICROS'));
    case 'timestamp':
    case 'timestampNanos':
      return exact(parseTimestamp(value, unitOf(kind), true));
    case 'timestampNtz':
    case 'timestampNtzNanos':
      return exact(parseTimestamp(value, unitOf(kind), false));
    default:
      return undefined;
  }
}

function exact(count: UnitCount | undefined): bigint | undefined {
  return count?.isExact === true ? count.count : undefined;
}
