/** Reads members of JSON objects from untrusted files. */
import { ParquetError } from '@marquetry/core';

/**
 * A JSON object from a file. Only {@link member} reads from it, because its names may be any text, such as `__proto__`.
 */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Parses a JSON object.
 * @throws ParquetError CORRUPT if the text is not a JSON object. The error has no `cause`, because the error of
 * JSON.parse would quote the text.
 */
export function membersOf(json: string): Members {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value as Members;
  } catch {}
  throw new ParquetError('CORRUPT', 'the key material is not a JSON object');
}

/** Returns a member of an object; `undefined` if the object itself does not have it. */
export function member(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns a text member of a JSON object. @throws ParquetError CORRUPT unless the member is non-empty text. */
export function text(members: Members, name: string): string {
  const value = member(members, name);
  if (typeof value === 'string' && value !== '') return value;
  throw wrongMember(name, 'text');
}

/** Returns a boolean member of a JSON object. @throws ParquetError CORRUPT unless the member is a boolean. */
export function flag(members: Members, name: string): boolean {
  const value = member(members, name);
  if (typeof value === 'boolean') return value;
  throw wrongMember(name, 'true or false');
}

function wrongMember(name: string, kind: string): ParquetError {
  return new ParquetError('CORRUPT', `\`${name}\` of the key material must be ${kind}`);
}
