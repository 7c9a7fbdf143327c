/**
 * Formats figures for display: dates as dates, decimals with their point, text as text.
 */
import { showBytes } from './bytes-text.js';
import type { FigureName } from './figures.js';
import type { IntegerUnit, Meaning } from './meaning.js';
import { grouped } from './terminal/numbers.js';

/** Maximum width of a byte string, in characters. */
const bytesWidth = 28;

export function showFigure(name: FigureName, text: string | undefined, meaning: Meaning): string {
  if (text === undefined) return '-';
  if (name === 'values' || name === 'nulls' || name === 'distinct' || name === 'NaN') return grouped(text);
  switch (meaning.kind) {
    case 'boolean':
      return name === 'sum' ? `${grouped(text)} true` : text === '1' ? 'true' : 'false';
    case 'bytes':
      return showBytes(text, bytesWidth);
    case 'decimal':
      return withPoint(text, meaning.scale);
    // Let JavaScript format the number, because DuckDB writes 2.0 for 2.
    case 'float':
      return `${Number(text)}`;
    case 'integer':
      if (name === 'sum' || meaning.shape === 'plain') return grouped(text);
      return showTime(BigInt(text), meaning.shape, meaning.unit);
  }
}

/** Inserts the decimal point into unscaled digits: `5` with scale 2 becomes `0.05`. */
export function withPoint(unscaled: string, scale: number): string {
  if (scale === 0) return unscaled;
  const sign = unscaled.startsWith('-') ? '-' : '';
  const digits = unscaled.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const digitsOf: Readonly<Record<IntegerUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };
/** The maximum distance from 1970 that a Date can represent, in milliseconds. */
const dateRange = 8_640_000_000_000_000n;

function showTime(value: bigint, shape: 'date' | 'time' | 'timestamp', unit: IntegerUnit): string {
  const perSecond = shape === 'date' ? 1n : 10n ** BigInt(digitsOf[unit]);
  const scaled = shape === 'date' ? value * 86_400n : value;
  const fraction = ((scaled % perSecond) + perSecond) % perSecond;
  const seconds = (scaled - fraction) / perSecond;
  if (seconds * 1000n > dateRange || seconds * 1000n < -dateRange) return `${value}`;
  const [date = '', time = ''] = new Date(Number(seconds) * 1000).toISOString().slice(0, -5).split('T');
  if (shape === 'date') return date;
  const exact = `${time}.${`${fraction}`.padStart(digitsOf[unit], '0')}`.replace(/\.?0+$/, (zeros) =>
    zeros.startsWith('.') ? '' : zeros.replace(/0+$/, ''),
  );
  return shape === 'time' ? exact : `${date} ${exact}`;
}
