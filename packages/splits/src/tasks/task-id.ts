/**
 * Identifies a task and its options, so that results of tasks with different options are not committed together.
 */
import { contentId, type Json } from '../json.js';
import { base64Of } from '../plan/json-where.js';
import type { SplitTask } from './task.js';

/** Returns the SHA-256 of the name and the options of a task, in hexadecimal. */
export function taskIdOf({ name, options }: SplitTask): string {
  return contentId({ name, options: options ?? null });
}

/** Maximum nesting depth of options. It is limited because each level is a nested call. */
const mostDepth = 512;

/**
 * Describes the options of a task as JSON. Equal options have equal descriptions. A function is described by its text, so functions that differ only
 * in the variables they capture have equal descriptions. `encryption` is described only by its presence, because keys must not be in results and
 * may differ between attempts.
 */
export function describedOptions(options: object): Json {
  return described(options, 0);
}

function described(value: unknown, depth: number): Json {
  if (depth > mostDepth) return 'more levels';
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { number: String(value) };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value === 'function') return { function: String(value) };
  if (typeof value !== 'object') return { kind: typeof value };
  if (value instanceof Date) return { date: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
  if (value instanceof Uint8Array) return { base64: base64Of(value) };
  if (Array.isArray(value)) return value.map((each) => described(each, depth + 1));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === 'encryption' ? true : described(member, depth + 1)]),
  );
}
