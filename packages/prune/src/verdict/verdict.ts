/**
 * The result of testing a predicate against metadata instead of rows: `none` of the rows match, `all` match, or `some`
 * may match.
 */

export type Verdict = 'none' | 'some' | 'all';

/** The result of testing a predicate against metadata: how many rows match (`none`, `all` or `some`), and the proof. */
export interface Finding {
  readonly verdict: Verdict;
  /** A human-readable reason: `max 41 < 60`. Absent if the verdict is `some`. */
  readonly why?: string;
  /** Path of the column whose metadata is the proof. */
  readonly column?: string;
}

export const some: Finding = { verdict: 'some' };

/** Returns the result for `not test`, given the result for `test`. The test must not be unknown for any row. */
export function flipped({ verdict, ...proof }: Finding): Finding {
  return { verdict: verdict === 'none' ? 'all' : verdict === 'all' ? 'none' : 'some', ...proof };
}

/** Returns the result for an `and` or `or`, given the results for its parts. There must be at least one part. */
export function combined(kind: 'and' | 'or', findings: readonly Finding[]): Finding {
  const deciding = kind === 'and' ? 'none' : 'all';
  const other = kind === 'and' ? 'all' : 'none';
  const decided = findings.find(({ verdict }) => verdict === deciding);
  if (decided !== undefined) return decided;
  const [first] = findings;
  if (first === undefined || !findings.every(({ verdict }) => verdict === other)) return some;
  const reasons = [...new Set(findings.flatMap(({ why }) => (why === undefined ? [] : [why])))];
  return { ...first, ...(reasons.length > 0 && { why: reasons.join(' and ') }) };
}
