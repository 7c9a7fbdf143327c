/**
 * Draws consecutive parts of a file to scale.
 *
 *   ████▓▓████████▓▓▓█    with colors: one per encoding, and two shades, which alternate between parts
 *   DDDDddIIIIIIIIdddP    without: one letter per encoding, and two cases
 */
import type { Output } from '../terminal/output.js';
import type { Mark } from './legend.js';

/** A part of a bar. */
export interface Segment {
  readonly byteLength: number;
  readonly mark: Mark;
}

/**
 * Returns a bar of `cells` characters. The bar is drawn to scale, so a segment smaller than a character may be
 * invisible.
 */
export function drawBar(segments: readonly Segment[], cells: number, { colors }: Pick<Output, 'colors'>): string {
  const total = segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (total === 0) return '';
  let text = '';
  let segment = 0;
  let end = segments[0]?.byteLength ?? 0;
  let length = 0;
  const flush = (): void => {
    const shown = segments[segment];
    if (shown === undefined || length === 0) return;
    const { letter, paint } = shown.mark;
    const isOdd = segment % 2 === 1;
    const character = colors.isColorSupported ? (isOdd ? '▓' : '█') : isOdd ? letter.toLowerCase() : letter;
    text += paint(character.repeat(length));
    length = 0;
  };
  for (let cell = 0; cell < cells; cell++) {
    // A character shows the segment at its center.
    const centre = ((cell + 0.5) * total) / cells;
    if (centre > end) flush();
    while (centre > end && segment < segments.length - 1) end += segments[++segment]?.byteLength ?? 0;
    length++;
  }
  flush();
  return text;
}

/** Returns a plain bar for the fraction `share`, from 0 to 1, of `width` characters. A thin line stands for less than half a character. */
export function plainBar(share: number, width: number): string {
  if (share <= 0) return '';
  return '█'.repeat(Math.min(width, Math.round(width * share))) || '▏';
}
