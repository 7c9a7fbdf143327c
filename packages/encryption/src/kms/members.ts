/** Members of JSON objects from outside. */
import { ParquetError } from '@marquetry/core';

/** Own members of a JSON object. A Map, because their names come from outside. */
export type Members = ReadonlyMap<string, unknown>;

/**
 * Parses a JSON object. @throws ParquetError CORRUPT if the text is another thing. Its error has no cause, because that of JSON.parse would quote the
 * text.
 */
export function membersOf(json: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ParquetError('CORRUPT', 'the key material is not JSON: it was not stored by key tools');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Map(Object.entries(value));
  throw new ParquetError('CORRUPT', 'the key material is not a JSON object');
}

/** @throws ParquetError CORRUPT unless the member is text. */
export function text(members: Members, name: string): string {
  const value = members.get(name);
  if (typeof value === 'string' && value !== '') return value;
  throw new ParquetError('CORRUPT', `\`${name}\` of the key material must be text, and not empty`);
}

/** @throws ParquetError CORRUPT unless the member is a boolean. */
export function flag(members: Members, name: string): boolean {
  const value = members.get(name);
  if (typeof value === 'boolean') return value;
  throw new ParquetError('CORRUPT', `\`${name}\` of the key material must be true or false`);
}
