/**
 * Converts the bound of a column to JSON.
 */
import type { BoundValue } from '@marquetry/logical';
import type { Json } from '../json.js';
import { base64Of } from '../plan/json-where.js';

/** Returns 64-bit integers, NaN and infinities as strings, bytes as `{ base64 }`, and other values unchanged; null for undefined. */
export function boundAsJson(value: BoundValue | undefined): Json {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  // A minimum of 0 is stored as -0, which JSON cannot represent.
  if (value === 0) return 0;
  if (value instanceof Uint8Array) return { base64: base64Of(value) };
  return value;
}
