/**
 * Implements the semantics of logical types: orders values, reads and shortens bounds, and converts values to numbers,
 * times and text.
 */
export { shortenMax, shortenMin, type WrittenBound } from './bounds/shorten.js';
export {
  createStatisticsReader,
  type IndexedPages,
  type StatisticsReader,
  type TrustedStatistics,
} from './bounds/statistics-reader.js';
export { type BoundsReader, createBoundsReader, type StoredBound, type StoredBounds } from './bounds/stored-bounds.js';
export { type UsableBounds, usableBounds } from './bounds/usable-bounds.js';
export { parseWriter, trustsByteArrayBounds, type WriterName } from './bounds/writer-version.js';
export {
  bigEndianBytes,
  bigEndianLength,
  bigEndianToBigint,
  compareBigEndian,
  significantStart,
  writeBigEndian,
} from './decimal/big-endian.js';
export { type DecimalDigits, parseDecimal, type Unscaled, unscaledOf, withScale } from './decimal/text.js';
export { float16ToNumber, numberToFloat16 } from './half-float.js';
export { type Interval, intervalBytes, readInterval, writeInterval } from './interval.js';
export { compareBytes } from './order/byte-arrays.js';
export { dictionaryBounds } from './order/dictionary-bounds.js';
export { floatOf } from './order/floats.js';
export { type OrderedColumn, orderOf } from './order/order-of.js';
export { type Bounds, joinBounds, noBounds, type Shortening, type ValueOrder } from './order/value-order.js';
export { calendarDays, dateText, parseDate } from './time/calendar.js';
export { int96Bytes, int96Days, int96Nanos, julianEpoch, writeInt96 } from './time/int96.js';
export { parseTime, parseTimestamp, type UnitCount } from './time/iso.js';
export {
  floorDivide,
  fractionDigits,
  type KnownTimeUnit,
  millisPerDay,
  nanosPerDay,
  secondsPerDay,
  unitsPerMilli,
  unitsPerSecond,
} from './time/units.js';
export { uuidBytes, uuidText, writeUuid } from './uuid.js';
export { type BoundValue, boundValueOf } from './value/bound-value.js';
export type { Literal, UserValue } from './value/literal.js';
export { compareBound, literalOf } from './value/literal-of.js';
export { type RangeCheck, rangeCheckOf } from './value/range-check.js';
