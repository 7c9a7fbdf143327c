/**
 * Converts dates and times to Temporal objects, in runtimes that have Temporal. The conversion is exact, because
 * Temporal has a resolution of nanoseconds.
 *
 *   DATE                     PlainDate
 *   TIME                     PlainTime
 *   TIMESTAMP, UTC           Instant
 *   TIMESTAMP, local; INT96  PlainDateTime
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type KnownTimeUnit, unitsPerSecond } from './units.js';

/**
 * The part of Temporal that this file uses. It is declared here so that programs without the types of Temporal can be
 * compiled.
 */
interface Temporal {
  readonly PlainDate: new (
    year: number,
    month: number,
    day: number,
  ) => { add(duration: { readonly days: number }): object };
  readonly PlainTime: new (...parts: number[]) => object;
  readonly Instant: new (nanoseconds: bigint) => { toZonedDateTimeISO(zone: string): { toPlainDateTime(): object } };
}

/**
 * Converts one value, given as days since 1970-01-01 (DATE), nanoseconds since 1970-01-01 (INT96), or a number of the
 * column's units (TIME, TIMESTAMP).
 */
export type ToTemporal = (value: number | bigint) => object;

/**
 * Returns the function that converts the values of a column; undefined if the column has neither dates nor times.
 * @throws ParquetError UNSUPPORTED if the runtime has no Temporal. The returned function throws LIMIT for values that
 * Temporal cannot represent.
 */
export function temporalForm({ annotation, type }: Pick<LeafNode, 'annotation' | 'type'>): ToTemporal | undefined {
  switch (annotation?.kind) {
    case 'DATE': {
      const { PlainDate } = requireTemporal();
      const epoch = new PlainDate(1970, 1, 1);
      return within('PlainDate', (days) => epoch.add({ days: Number(days) }));
    }
    case 'TIME':
      return annotation.unit === 'unknown' ? undefined : plainTimes(annotation.unit);
    case 'TIMESTAMP':
      return annotation.unit === 'unknown' ? undefined : timestamps(annotation.unit, annotation.isAdjustedToUTC);
    default:
      return type === PhysicalType.INT96 ? timestamps('NANOS', false) : undefined;
  }
}

function timestamps(unit: KnownTimeUnit, isUtc: boolean): ToTemporal {
  const { Instant } = requireTemporal();
  const scale = BigInt(unitsPerSecond.NANOS / unitsPerSecond[unit]);
  if (isUtc) return within('Instant', (count) => new Instant(BigInt(count) * scale));
  return within('PlainDateTime', (count) =>
    new Instant(BigInt(count) * scale).toZonedDateTimeISO('UTC').toPlainDateTime(),
  );
}

function plainTimes(unit: KnownTimeUnit): ToTemporal {
  const { PlainTime } = requireTemporal();
  const scale = unitsPerSecond.NANOS / unitsPerSecond[unit];
  return within('PlainTime', (count) => {
    const [seconds, nanoseconds] = divide(Number(count) * scale, 1e9);
    const [minutes, second] = divide(seconds, 60);
    const [hour, minute] = divide(minutes, 60);
    const [micros, nanosecond] = divide(nanoseconds, 1000);
    const [millisecond, microsecond] = divide(micros, 1000);
    return new PlainTime(hour, minute, second, millisecond, microsecond, nanosecond);
  });
}

/**
 * Returns the quotient, rounded down, and the remainder. Both are exact for a time of day in nanoseconds, which is
 * below 2^53. For a TIME value that is negative or beyond 24 hours, the resulting hour is out of range, so PlainTime
 * throws.
 */
function divide(value: number, divisor: number): readonly [quotient: number, remainder: number] {
  const quotient = Math.floor(value / divisor);
  return [quotient, value - quotient * divisor];
}

function within(name: string, convert: ToTemporal): ToTemporal {
  return (value) => {
    try {
      return convert(value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const cure = "read the column with `values: 'lossless'`";
      throw new ParquetError('LIMIT', `Temporal.${name} cannot represent the value ${value}: ${cure}`);
    }
  };
}

function requireTemporal(): Temporal {
  const { Temporal: temporal } = globalThis as { readonly Temporal?: Temporal };
  if (temporal !== undefined) return temporal;
  const cure = 'assign a polyfill to `globalThis.Temporal`, or read plain or lossless values';
  throw new ParquetError('UNSUPPORTED', `\`temporal\` values need Temporal, which this runtime lacks: ${cure}`);
}
