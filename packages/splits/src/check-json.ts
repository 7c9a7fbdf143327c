/**
 * Checks untrusted values: the lines of a plan or of results, which anybody may have written.
 */
import { ParquetError } from '@marquetry/core';

/** An object whose members have not been checked yet. */
type Members = Readonly<Record<string, unknown>>;

/** Checks the members of an object. Each check returns the value, or throws an error that names the member by `path`. */
export interface Checker {
  fail(rule: string, value: unknown): ParquetError;
  object(value: unknown, path: string): Members;
  array(value: unknown, path: string): readonly unknown[];
  text(value: unknown, path: string): string;
  /** Requires a whole number from 0 to 2^53 - 1. */
  count(value: unknown, path: string): number;
  /** Requires a hexadecimal SHA-256 hash. */
  hash(value: unknown, path: string): string;
  /** Requires an array of pairs of whole numbers. */
  pairs(value: unknown, path: string): readonly (readonly [number, number])[];
}

/** Returns checks that throw ParquetError INVALID_ARGUMENT. The message starts with `what`, and names the member, the rule and the value. */
export function checkerOf(what: string): Checker {
  const fail = (rule: string, value: unknown): ParquetError =>
    new ParquetError('INVALID_ARGUMENT', `${what}: ${rule}, got ${shown(value)}`);
  const array = (value: unknown, path: string): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    throw fail(`\`${path}\` must be an array`, value);
  };
  const count = (value: unknown, path: string): number => {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    throw fail(`\`${path}\` must be a whole number from 0 to 2^53 - 1`, value);
  };
  return {
    fail,
    array,
    count,
    object: (value, path) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
      throw fail(path === '' ? 'expected an object' : `\`${path}\` must be an object`, value);
    },
    text: (value, path) => {
      if (typeof value === 'string') return value;
      throw fail(`\`${path}\` must be a string`, value);
    },
    hash: (value, path) => {
      if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
      throw fail(`\`${path}\` must be a hexadecimal SHA-256 hash`, value);
    },
    pairs: (value, path) =>
      array(value, path).map((pair, i) => {
        const at = `${path}[${i}]`;
        const [a, b, more] = array(pair, at);
        if (more !== undefined) throw fail(`\`${at}\` must be an array of two numbers`, pair);
        return [count(a, at), count(b, at)];
      }),
  };
}

/** Returns the start of the JSON of a value, to show it in an error. */
function shown(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle or a bigint.
  }
  text ??= typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** Parses one line of JSON. @throws ParquetError INVALID_ARGUMENT if the line is not JSON. */
export function parseLine(line: string, what: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParquetError('INVALID_ARGUMENT', `${what} is not JSON: ${reason}`);
  }
}
