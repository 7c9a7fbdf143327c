/** Queries DuckDB for the figures of a column, such as its minimum and number of nulls. */
import type { LeafNode } from 'marquetry';
import type { FigureName, Figures } from '../figures.js';
import { meaningOf } from '../meaning.js';
import { type Engine, engineReason } from './engine.js';
import type { EngineLeaf } from './engine-leaf.js';
import { type FigureQueries, figureQueries } from './figure-queries.js';

export interface EngineFigures {
  readonly figures: Figures;
  /**
   * The figures that DuckDB computed. A figure without a value, such as the minimum of an empty column, is listed in
   * this set but absent in {@link figures}.
   */
  readonly answered: ReadonlySet<FigureName>;
  /** The figures that DuckDB could not compute, with the reasons. */
  readonly reasons: readonly string[];
}

export async function askColumn(engine: Engine, leaf: LeafNode, found: EngineLeaf): Promise<EngineFigures> {
  if (found.type === undefined) return { figures: {}, answered: new Set(), reasons: [found.reason] };
  const queries = figureQueries(leaf, meaningOf(leaf), found.type);
  const reasons = queries.reason === undefined ? [] : [queries.reason];
  try {
    const figures = await askFigures(engine, found.from, queries.figures);
    return { figures, answered: new Set(queries.figures.keys()), reasons };
  } catch {
    return askOneByOne(engine, found.from, queries, reasons);
  }
}

/** After an error, queries each figure separately to find the figures that fail. */
async function askOneByOne(
  engine: Engine,
  from: string,
  queries: FigureQueries,
  reasons: readonly string[],
): Promise<EngineFigures> {
  let figures: Figures = {};
  const answered = new Set<FigureName>();
  const failures = new Map<string, FigureName[]>();
  for (const [name, query] of queries.figures) {
    try {
      figures = { ...figures, ...(await askFigures(engine, from, new Map([[name, query]]))) };
      answered.add(name);
    } catch (error) {
      const reason = engineReason(error);
      failures.set(reason, [...(failures.get(reason) ?? []), name]);
    }
  }
  // DuckDB computes counts from the footer. If it could not read any value, the counts prove nothing about the pages.
  const valueNames = [...queries.figures.keys()].filter((name) => name !== 'values' && name !== 'nulls');
  if (valueNames.length > 0 && !valueNames.some((name) => answered.has(name))) {
    return {
      figures: {},
      answered: new Set(),
      reasons: [...failures.keys()].map((reason) => `DuckDB says "${reason}"`),
    };
  }
  const failed = [...failures].map(([reason, names]) => `${names.join(', ')}: DuckDB says "${reason}"`);
  return { figures, answered, reasons: [...reasons, ...failed] };
}

async function askFigures(engine: Engine, from: string, queries: ReadonlyMap<FigureName, string>): Promise<Figures> {
  const [row = []] = await engine.ask(`SELECT ${[...queries.values()].join(', ')} FROM (${from})`);
  const pairs = [...queries.keys()].map((name, i) => [name, row[i]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null && value !== undefined));
}
