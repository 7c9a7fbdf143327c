/**
 * How much a test looks at: `npm run test:full` sets MARQUETRY_FULL.
 */

/** True for tests that only add breadth: more of what a quick run looks at too. */
export const isFull: boolean = process.env['MARQUETRY_FULL'] !== undefined;

/** What a full run takes, and what a quick one does. */
export function fullOr<T>(full: T, quick: T): T {
  return isFull ? full : quick;
}
