/**
 * Canonical JSON: members are sorted by name and there are no spaces, so that equal values have equal text and equal hashes.
 */
import { ParquetError } from '@marquetry/core';
import { sha256Of } from './sha256.js';

/** A value that JSON can represent. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Maximum nesting depth of a value. It is limited because each level is a nested call. */
const mostDepth = 1024;

/**
 * Returns the JSON of a value, with the members of all objects sorted by name. Undefined members are omitted.
 * @throws ParquetError INVALID_ARGUMENT for values that JSON cannot represent, such as NaN and functions.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > mostDepth) throw refused(`more than ${mostDepth} nested objects and arrays`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each, depth + 1)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`).join(',')}}`;
  }
  throw refused(typeof value === 'number' ? String(value) : `a ${typeof value}`);
}

/** Returns the SHA-256 of the canonical JSON of a value, in hexadecimal. */
export function contentId(value: unknown): string {
  return sha256Of(new TextEncoder().encode(canonicalJson(value)));
}

function refused(what: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `the value must be representable as JSON, but it contains ${what}`);
}
