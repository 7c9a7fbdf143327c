/** Writes fixed-width values that need conversion to bytes: UUID, INTERVAL, FLOAT16 and INT96. */
import { viewOf } from '@marquetry/core';
import {
  type Interval,
  int96Bytes,
  intervalBytes,
  numberToFloat16,
  parseTimestamp,
  uuidBytes,
  writeInt96,
  writeInterval,
  writeUuid,
} from '@marquetry/logical';
import type { Refuse } from '../refuse.js';
import type { Fill } from './fixed.js';
import { dateNanos, parsed, wholeCount } from './temporal.js';

/** Writes the bytes of a value unchanged. Returns false unless `value` is a byte array of the right width. */
function fillBytes(value: unknown, width: number, bytes: Uint8Array, at: number): boolean {
  if (!(value instanceof Uint8Array) || value.length !== width) return false;
  bytes.set(value, at);
  return true;
}

/** Returns the function that writes UUID values. */
export function fillUuid(refuse: Refuse): Fill {
  return (value, bytes, at) => {
    if (typeof value === 'string' ? writeUuid(value, bytes, at) : fillBytes(value, uuidBytes, bytes, at)) return;
    refuse(value, 'a UUID as text (00112233-4455-6677-8899-aabbccddeeff) or 16 bytes');
  };
}

/** Returns the function that writes INTERVAL values. */
export function fillInterval(refuse: Refuse): Fill {
  const wanted = 'an INTERVAL as 12 bytes or { months, days, milliseconds }, each an integer from 0 to 2^32 - 1';
  const isUint32 = (part: unknown): boolean => Number.isInteger(part) && (part as number) >>> 0 === part;
  return (value, bytes, at) => {
    if (fillBytes(value, intervalBytes, bytes, at)) return;
    if (typeof value !== 'object' || value === null) refuse(value, wanted);
    const { months, days, milliseconds } = value as Partial<Interval>;
    if (!(isUint32(months) && isUint32(days) && isUint32(milliseconds))) refuse(value, wanted);
    const view = viewOf(bytes);
    writeInterval(view, at, { months: months as number, days: days as number, milliseconds: milliseconds as number });
  };
}

/**
 * Returns the function that writes the nearest FLOAT16 value, ties to even. Values too large for FLOAT16 become
 * infinity.
 */
export function fillFloat16(refuse: Refuse): Fill {
  return (value, bytes, at) => {
    if (typeof value !== 'number') {
      if (!fillBytes(value, 2, bytes, at)) refuse(value, 'a number');
      return;
    }
    const bits = numberToFloat16(value);
    bytes[at] = bits & 0xff;
    bytes[at + 1] = bits >> 8;
  };
}

/** Returns the function that writes INT96 timestamps. */
export function fillInt96(refuse: Refuse): Fill {
  const wanted =
    'an INT96 timestamp as nanoseconds since 1970 (a bigint or safe integer), a Date, ISO 8601 text without a zone, or 12 bytes';
  return (value, bytes, at) => {
    if (fillBytes(value, int96Bytes, bytes, at)) return;
    const nanos = int96Input(value) ?? refuse(value, wanted);
    const view = viewOf(bytes);
    if (!writeInt96(nanos, view, at)) refuse(value, 'a timestamp within the range of INT96');
  };
}

function int96Input(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return dateNanos(value) ?? parsed(value, (text) => wholeCount(parseTimestamp(text, 'NANOS', false)));
}
