/**
 * What metadata proves about a set of rows without reading them: none of them passes, all pass, or some may.
 */

export type Verdict = 'none' | 'some' | 'all';

/** A verdict, and what proves it. */
export interface Finding {
  readonly verdict: Verdict;
  /** A human-readable reason: `max 41 < 60`. Absent for `some`. */
  readonly why?: string;
  /** Path of the column whose metadata proves the verdict. */
  readonly column?: string;
}

export const some: Finding = { verdict: 'some' };

/** Returns the finding for the negated test. The test must not be unknown for any row. */
export function flipped({ verdict, ...proof }: Finding): Finding {
  return { verdict: verdict === 'none' ? 'all' : verdict === 'all' ? 'none' : 'some', ...proof };
}

/** Returns the finding for a conjunction or disjunction from the findings for its parts; there must be at least one. */
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
