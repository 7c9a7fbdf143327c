/** Computes a histogram of a column by decoding its values. */
import { PhysicalType, type Values } from '@marquetry/core';
import { createStatisticWriter, createTextWriter, textStyle } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import type { Histogram } from '../protocol.js';
import type { Handler } from './handler.js';
import { leafAt, pathOf } from './names.js';
import type { CurrentSession, Session } from './session.js';

/** Maximum number of rows to count. */
const mostRows = 2 ** 21;
/** Number of rows to decode at a time. */
const batchRows = 2 ** 16;
/** Maximum number of bars in a histogram of numbers. */
const rangeBars = 40;
/** Maximum number of bars in a histogram of frequent values. */
const frequentBars = 20;
/**
 * Maximum number of distinct values to count one by one. Further distinct values are counted together, as other values.
 */
const mostDistinct = 2 ** 16;
/** Number of characters to compare. Values that differ only after these characters count as equal. */
const mostCharacters = 100;

export function histogramOf(current: CurrentSession): Handler<'histogram'> {
  return async ({ column, rowGroup }, { signal, part }) => {
    const session = current();
    const leaf = leafAt(session, column);
    const counter = numberOf(leaf) === undefined ? createFrequencies(leaf) : createRanges(leaf);
    let rows = 0;
    let nulls = 0;
    const path = pathOf(leaf);
    const rowGroups = rowGroup === undefined ? {} : { rowGroups: [rowGroup] };
    const total = Math.min(mostRows, rowsOf(session, rowGroup));
    for await (const batch of session.file.columnBatches({
      columns: [path],
      ...rowGroups,
      limit: mostRows,
      batchRows,
      decodeDictionaries: true,
      signal,
    })) {
      const values = batch[path];
      if (values === undefined) continue;
      rows += values.rowCount;
      nulls += values.nulls.nullCount;
      counter.add(values.values);
      part({ done: rows, of: total, unit: 'rows' });
    }
    return { ...counter.end(), rows, nulls };
  };
}

function rowsOf({ file }: Session, rowGroup: number | undefined): number {
  return rowGroup === undefined ? file.rowCount : (file.metadata.rowGroups[rowGroup]?.numRows ?? 0);
}

interface Counter {
  add(values: Values): void;
  end(): Omit<Histogram, 'rows' | 'nulls'>;
}

/** Converts a number back to the bytes of a value, so that it can be formatted. */
type ToBytes = (value: number) => Uint8Array;

/** Returns the function that converts numbers back to values of the column; undefined if the column is not numeric. */
function numberOf({ type, annotation }: LeafNode): ToBytes | undefined {
  if (annotation?.kind === 'INTEGER' && !annotation.isSigned) return undefined;
  const bytes = (length: number, set: (view: DataView) => void): Uint8Array => {
    const view = new DataView(new ArrayBuffer(length));
    set(view);
    return new Uint8Array(view.buffer);
  };
  switch (type) {
    case PhysicalType.INT32:
      return (value) => bytes(4, (view) => view.setInt32(0, Math.round(value), true));
    case PhysicalType.INT64:
      return (value) => bytes(8, (view) => view.setBigInt64(0, BigInt(Math.round(value)), true));
    case PhysicalType.FLOAT:
      return (value) => bytes(4, (view) => view.setFloat32(0, value, true));
    case PhysicalType.DOUBLE:
      return (value) => bytes(8, (view) => view.setFloat64(0, value, true));
    default:
      return undefined;
  }
}

/** Counts numbers in ranges of equal width. Keeps all numbers until the end, when the minimum and maximum are known. */
function createRanges(leaf: LeafNode): Counter {
  const kept: Float64Array[] = [];
  const write = createStatisticWriter(leaf, textStyle);
  const toBytes = numberOf(leaf) as ToBytes;
  const text = (value: number): string => write(toBytes(value)) ?? String(value);
  return {
    add(values) {
      if (values.layout !== 'fixed') return;
      kept.push(Float64Array.from(values.data as ArrayLike<number | bigint>, Number));
    },
    end() {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let others = 0;
      for (const numbers of kept) {
        for (const value of numbers) {
          if (!Number.isFinite(value)) others++;
          else {
            if (value < min) min = value;
            if (value > max) max = value;
          }
        }
      }
      if (min > max) return { kind: 'ranges', bars: [], others, min: undefined, max: undefined };
      const isWhole = leaf.type === PhysicalType.INT32 || leaf.type === PhysicalType.INT64;
      const bars = isWhole ? Math.min(rangeBars, max - min + 1) : rangeBars;
      const width = min === max ? 1 : (isWhole ? max - min + 1 : max - min) / bars;
      const counts = new Array<number>(min === max ? 1 : bars).fill(0);
      for (const numbers of kept) {
        for (const value of numbers) {
          if (!Number.isFinite(value)) continue;
          const bar = Math.min(counts.length - 1, Math.floor((value - min) / width));
          counts[bar] = (counts[bar] ?? 0) + 1;
        }
      }
      const labels = counts.map((count, i) => {
        const from = isWhole ? Math.ceil(min + i * width) : min + i * width;
        const to = isWhole ? Math.ceil(min + (i + 1) * width) - 1 : min + (i + 1) * width;
        return { label: from === to ? text(from) : `${text(from)} to ${text(Math.min(to, max))}`, count };
      });
      return { kind: 'ranges', bars: labels, others, min: text(min), max: text(max) };
    },
  };
}

/** Counts how often each value occurs, and shows the most frequent values. */
function createFrequencies(leaf: LeafNode): Counter {
  const counts = new Map<string, number>();
  const writer = createTextWriter(leaf);
  let others = 0;
  return {
    add(values) {
      const write = writer(values);
      for (let i = 0; i < values.length; i++) {
        const text = write(i).slice(0, mostCharacters);
        const count = counts.get(text);
        if (count !== undefined) counts.set(text, count + 1);
        else if (counts.size < mostDistinct) counts.set(text, 1);
        else others++;
      }
    },
    end() {
      const sorted = [...counts].sort(([, a], [, b]) => b - a);
      const bars = sorted.slice(0, frequentBars).map(([label, count]) => ({ label, count }));
      for (const [, count] of sorted.slice(frequentBars)) others += count;
      return { kind: 'frequent values', bars, others, min: undefined, max: undefined };
    },
  };
}
