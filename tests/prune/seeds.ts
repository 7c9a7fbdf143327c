/** Selects the seeds of random files: few in a quick run, more in a full run, and any number with `npm run test:predicates`. */
import { fullOr } from '@marquetry/test-support/full.js';

/**
 * Returns the seeds to test, which start at `from`. If the environment variable MARQUETRY_SEEDS is set to `FROM:COUNT`, it replaces them.
 */
export function seedsOf(from: number, counts: { readonly full: number; readonly quick: number }): readonly number[] {
  const [, first, count] = /^(\d+):(\d+)$/.exec(process.env['MARQUETRY_SEEDS'] ?? '') ?? [];
  const start = from + Number(first ?? 0);
  const length = count === undefined ? fullOr(counts.full, counts.quick) : Number(count);
  return Array.from({ length }, (_, i) => start + i);
}
