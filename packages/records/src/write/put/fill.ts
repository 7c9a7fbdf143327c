/**
 * Values of fixed bytes with a meaning: UUID, INTERVAL, FLOAT16, INT96.
 */
import { dayNanos, type Interval, julianEpoch } from '../../read/fixed-bytes.js';
import type { Refuse } from '../refuse.js';
import type { Fill } from './fixed.js';
import { parseTimestamp } from './iso.js';
import { dateNanos } from './temporal.js';

/** Bytes as they are, where they have the width. */
function fillBytes(value: unknown, width: number, bytes: Uint8Array, at: number): boolean {
  if (!(value instanceof Uint8Array) || value.length !== width) return false;
  bytes.set(value, at);
  return true;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Big endian (LogicalTypes.md#uuid). */
export function fillUuid(refuse: Refuse): Fill {
  return (value, bytes, at) => {
    if (typeof value === 'string' && uuid.test(value)) {
      for (let i = 0, position = 0; i < 16; i++) {
        if (value[position] === '-') position++;
        bytes[at + i] = Number.parseInt(value.slice(position, position + 2), 16);
        position += 2;
      }
    } else if (!fillBytes(value, 16, bytes, at)) {
      refuse(value, 'UUID: 00112233-4455-6677-8899-aabbccddeeff, or 16 bytes');
    }
  };
}

export function fillInterval(refuse: Refuse): Fill {
  const wanted = 'interval: { months, days, milliseconds }, each an integer from 0 to 2^32 - 1, or 12 bytes';
  const isUint32 = (part: unknown): boolean => Number.isInteger(part) && (part as number) >>> 0 === part;
  return (value, bytes, at) => {
    if (fillBytes(value, 12, bytes, at)) return;
    if (typeof value !== 'object' || value === null) refuse(value, wanted);
    const { months, days, milliseconds } = value as Partial<Interval>;
    if (!(isUint32(months) && isUint32(days) && isUint32(milliseconds))) refuse(value, wanted);
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 12);
    view.setUint32(0, months as number, true);
    view.setUint32(4, days as number, true);
    view.setUint32(8, milliseconds as number, true);
  };
}

/** The nearest FLOAT16, ties to even; beyond the greatest, infinity. */
export function fillFloat16(refuse: Refuse): Fill {
  return (value, bytes, at) => {
    if (typeof value !== 'number') {
      if (!fillBytes(value, 2, bytes, at)) refuse(value, 'number');
      return;
    }
    const bits = float16Bits(value);
    bytes[at] = bits & 0xff;
    bytes[at + 1] = bits >> 8;
  };
}

function float16Bits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  // Half a step above the greatest, 65504.
  if (size >= 65_520) return sign | 0x7c00;
  let exponent = Math.max(-14, Math.floor(Math.log2(size)));
  // The logarithm is rounded.
  if (exponent > -14 && 2 ** exponent > size) exponent--;
  else if (2 ** (exponent + 1) <= size) exponent++;
  // Scaling by powers of two is exact. A step that carries goes on into the exponent; below 2^-14 there is none.
  const steps = roundToEven(size * 2 ** (10 - exponent));
  return sign | (((exponent + 14) << 10) + steps);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const above = value - floor;
  return above > 0.5 || (above === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** Nanoseconds of the day, then the Julian day. */
export function fillInt96(refuse: Refuse): Fill {
  const wanted =
    'timestamp: bigint or safe integer of nanoseconds since 1970, Date, ISO 8601 without zone, or 12 bytes';
  return (value, bytes, at) => {
    if (fillBytes(value, 12, bytes, at)) return;
    const nanos = int96Input(value) ?? refuse(value, wanted);
    const ofDay = ((nanos % dayNanos) + dayNanos) % dayNanos;
    const days = (nanos - ofDay) / dayNanos + BigInt(julianEpoch);
    if (days !== BigInt.asIntN(32, days)) refuse(value, 'timestamp that INT96 reaches');
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 12);
    view.setBigInt64(0, ofDay, true);
    view.setInt32(8, Number(days), true);
  };
}

function int96Input(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value === 'string') return parseTimestamp(value, 'NANOS', false);
  return dateNanos(value);
}
