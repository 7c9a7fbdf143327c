/** Prints labeled bars (lanes) one below the other, to one scale: one lane per row group, or per column chunk. */
import { sizeText } from '@marquetry/inspect';
import { counted } from '../counted.js';
import type { Output } from '../terminal/output.js';
import { printable, shortened, widthOf } from '../terminal/printable.js';
import { drawBar, type Segment } from './bar.js';

/** A bar with a label before it and a remark after it, such as the number of pages. */
export interface Lane {
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly remark?: string;
}

/** Maximum number of bars to draw. One last line gives the number and the total size of the other bars. */
const mostLanes = 40;
const leastCells = 10;

/** Returns one line per labeled bar. The longest bar fills the width of the output. */
export function drawLanes(lanes: readonly Lane[], what: string, output: Output): string {
  const { colors, width } = output;
  const shown = lanes.slice(0, mostLanes).map(({ label, segments, remark }) => {
    const bytes = bytesOf(segments);
    return { label: shortened(printable(label), 30), size: sizeText(bytes), bytes, segments, remark: remark ?? '' };
  });
  const widest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const labels = widest(shown.map(({ label }) => label));
  const sizes = widest(shown.map(({ size }) => size));
  const remarks = widest(shown.map(({ remark }) => remark));
  const cells = Math.max(leastCells, width - labels - sizes - (remarks === 0 ? 0 : remarks + 2) - 4);
  const largest = Math.max(1, ...shown.map(({ bytes }) => bytes));
  let text = '';
  for (const { label, size, bytes, segments, remark } of shown) {
    const start = label + ' '.repeat(labels - widthOf(label) + 2 + sizes - size.length) + size;
    const remarked = remarks === 0 ? '' : `  ${colors.dim(remark.padStart(remarks))}`;
    const bar = bytes === 0 ? '' : drawBar(segments, Math.max(1, Math.round((cells * bytes) / largest)), output);
    text += `${`${start}${remarked}  ${bar}`.trimEnd()}\n`;
  }
  const rest = lanes.slice(mostLanes);
  if (rest.length === 0) return text;
  const bytes = rest.reduce((sum, { segments }) => sum + bytesOf(segments), 0);
  return `${text}${colors.dim(`and ${counted(rest.length, `more ${what}`)} with ${sizeText(bytes)}`)}\n`;
}

function bytesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
