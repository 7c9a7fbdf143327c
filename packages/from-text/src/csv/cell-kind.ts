/** Infers the kind of a cell from its text, and the kind of a column from its cells. */
import type { FieldDefinition } from '@marquetry/schema';
import { booleanBit } from '../cells/booleans.js';
import { bigInteger, decimalNumber, isInteger, smallInteger } from '../cells/numbers.js';
import { readTimestamp, type TimestampParts } from '../cells/times.js';

/** The kind of a cell. `nothing` is null, and `instant` is a timestamp with a time zone. */
export type CellKind = 'nothing' | 'boolean' | 'integer' | 'double' | 'date' | 'timestamp' | 'instant' | 'text';

const parts: TimestampParts = { seconds: 0, nanos: 0, digits: 0, hasZone: false };
/** Cells with more bytes than this are text: they are not parsed as numbers or timestamps. */
const longestValue = 400;

/** Returns the narrowest kind that can represent the text of a cell. */
export function kindOfCell(bytes: Uint8Array, start: number, end: number): CellKind {
  if (end - start > longestValue) return 'text';
  if (booleanBit(bytes, start, end) >= 0) return 'boolean';
  if (!Number.isNaN(smallInteger(bytes, start, end))) return 'integer';
  if (isInteger(bytes, start, end)) {
    const value = bigInteger(bytes, start, end) as bigint;
    return BigInt.asIntN(64, value) === value ? 'integer' : 'text';
  }
  if (!Number.isNaN(decimalNumber(bytes, start, end))) return 'double';
  // Inferred timestamps are in microseconds, so further digits would be lost.
  if (!readTimestamp(bytes, start, end, parts) || parts.digits > 6) return 'text';
  if (parts.hasZone) return 'instant';
  return end - start === 10 ? 'date' : 'timestamp';
}

/** Returns the narrowest kind that can represent values of both kinds. Text can represent every value. */
export function widerKind(a: CellKind, b: CellKind): CellKind {
  if (a === b || b === 'nothing') return a;
  if (a === 'nothing') return b;
  const both = (x: CellKind, y: CellKind): boolean => (a === x && b === y) || (a === y && b === x);
  if (both('integer', 'double')) return 'double';
  return both('date', 'timestamp') ? 'timestamp' : 'text';
}

/** Returns the definition of a column whose cells have this kind. A column that contains only nulls is text. */
export function columnOfKind(kind: CellKind): FieldDefinition {
  switch (kind) {
    case 'boolean':
      return { type: 'BOOLEAN', optional: true };
    case 'integer':
      return { type: 'INT64', optional: true };
    case 'double':
      return { type: 'DOUBLE', optional: true };
    case 'date':
      return { type: 'DATE', optional: true };
    case 'timestamp':
    case 'instant':
      return { type: 'TIMESTAMP', unit: 'MICROS', isAdjustedToUTC: kind === 'instant', optional: true };
    default:
      return { type: 'STRING', optional: true };
  }
}
