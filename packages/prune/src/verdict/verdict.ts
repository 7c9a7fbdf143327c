/**
 * Defines the result of evaluating a predicate on metadata alone, without reading rows: `none` if no row can match,
 * `all` if every row matches, and `some` if that is not known.
 */

export type Verdict = 'none' | 'some' | 'all';

/**
 * A conclusion from metadata about the rows of a row group or page: `none` of them match, `all` of them match, or
 * `some` may match.
 */
export interface Finding {
  readonly verdict: Verdict;
  /** The reason as human-readable text, such as `max 41 < 60`. Absent if the verdict is `some`. */
  readonly why?: string;
  /** Path of the column whose metadata proves the verdict. */
  readonly column?: string;
}

export const some: Finding = { verdict: 'some' };

/**
 * Returns what metadata proves about the negation of a test, given what it proves about the test. The result of the
 * test must not be unknown for any row.
 */
export function flipped({ verdict, ...proof }: Finding): Finding {
  return { verdict: verdict === 'none' ? 'all' : verdict === 'all' ? 'none' : 'some', ...proof };
}

/**
 * Returns what metadata proves about an `and` or `or`, given what it proves about each of the parts, of which there
 * must be at least one.
 */
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
