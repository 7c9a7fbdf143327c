/**
 * Compares the figures that DuckDB computes for a column, such as its minimum and number of nulls, with those of the
 * values that Marquetry decodes.
 */
import type { LeafNode } from 'marquetry';
import type { DecodedColumn } from './decode-column.js';
import type { EngineFigures } from './duckdb/ask-column.js';
import { agrees, comparisonOf, type FigureName, figureNames } from './figures.js';
import { meaningOf } from './meaning.js';

/**
 * One figure of a column, such as its minimum, from the demo and from DuckDB. `agree` is undefined if the figure cannot
 * be compared.
 */
interface ComparedFigure {
  readonly name: FigureName;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  readonly agree: boolean | undefined;
}

export interface ComparedColumn {
  readonly leaf: LeafNode;
  readonly figures: readonly ComparedFigure[];
  /** Reasons why some figures are not compared. */
  readonly reasons: readonly string[];
  /** `agree` if at least one figure was compared, and all compared figures agree. */
  readonly verdict: 'agree' | 'differ' | 'not compared';
}

export function compareColumn(decoded: DecodedColumn, engine: EngineFigures): ComparedColumn {
  const { leaf } = decoded;
  const isFloat = meaningOf(leaf).kind === 'float';
  const reasons = [...engine.reasons];
  const figures: ComparedFigure[] = [];
  for (const name of figureNames) {
    const ours = decoded.figures[name];
    const theirs = engine.figures[name];
    if (ours === undefined && theirs === undefined) continue;
    const isAnswered = engine.answered.has(name);
    // The only figure that the demo itself may omit is the distinct count: beyond a limit, distinct values are not
    // counted.
    const isUncounted = name === 'distinct' && ours === undefined && decoded.figures.min !== undefined;
    if (isUncounted) reasons.push('distinct: there are more distinct values than the demo counts');
    const agree = isAnswered && !isUncounted ? agrees(ours, theirs, comparisonOf(name, isFloat)) : undefined;
    figures.push({ name, ours, theirs, agree });
  }
  const verdict = figures.some(({ agree }) => agree === false)
    ? 'differ'
    : figures.some(({ agree }) => agree === true)
      ? 'agree'
      : 'not compared';
  return { leaf, figures, reasons, verdict };
}
