/** Computes the range that the map shows after zooming or moving, and the box that a key selects. */
import { type Box, firstAfter, isSameBox, type Lanes } from './boxes.js';
import type { MapRange } from './draw.js';

/** The minimum number of bytes that the map shows. */
const leastBytes = 64;

/** Returns a range `factor` times as wide that keeps the byte `at` in the same place on the screen. */
export function zoomed(range: MapRange, factor: number, at: number | undefined, byteLength: number): MapRange {
  const width = range.to - range.from;
  const next = Math.min(byteLength, Math.max(Math.min(leastBytes, byteLength), width * factor));
  const fixed = at ?? (range.from + range.to) / 2;
  const share = width === 0 ? 0 : (fixed - range.from) / width;
  return moved({ from: fixed - share * next, to: fixed - share * next + next }, 0, byteLength);
}

/** Returns the range moved by a number of bytes, but not beyond the start or end of the file. */
export function moved({ from, to }: MapRange, by: number, byteLength: number): MapRange {
  const width = to - from;
  const start = Math.max(0, Math.min(byteLength - width, from + by));
  return { from: start, to: start + width };
}

/**
 * Returns the box that an arrow key, Home or End selects. Returns undefined for other keys, and if there is no box in
 * that direction.
 */
export function moveBox(lanes: Lanes, current: Box | undefined, key: string): Box | undefined {
  const order = [lanes.rowGroups, lanes.parts, lanes.pages];
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined;
  if (current === undefined) return lanes.parts[0] ?? lanes.rowGroups[0];
  const places = order.map((boxes) => boxes.findIndex((box) => isSameBox(box, current)));
  const lane = places.findIndex((place) => place >= 0);
  const boxes = order[lane] ?? [];
  const at = places[lane] ?? -1;
  switch (key) {
    case 'ArrowLeft':
      return boxes[at - 1];
    case 'ArrowRight':
      return boxes[at + 1];
    case 'Home':
      return boxes[0];
    case 'End':
      return boxes.at(-1);
    default: {
      const other = order[lane + (key === 'ArrowUp' ? -1 : 1)];
      return other?.[firstAfter(other, current.start)];
    }
  }
}
