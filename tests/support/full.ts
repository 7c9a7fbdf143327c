/**
 * Decides how many cases a test runs. `npm run test:full` sets MARQUETRY_FULL.
 */

/** True in a full run, which tests more cases of the same kinds as a quick run. */
export const isFull: boolean = process.env['MARQUETRY_FULL'] !== undefined;

/** Returns `full` in a full run, and `quick` otherwise. */
export function fullOr<T>(full: T, quick: T): T {
  return isFull ? full : quick;
}
