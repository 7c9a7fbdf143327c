/** Draws the map on a canvas. */
import { bytes } from '../ui/format.js';
import { type Box, type ColourBy, firstAfter, isSameBox, type Lanes } from './boxes.js';
import { colourOf } from './colours.js';

/** The part of the file that the map shows, in bytes. */
export interface MapRange {
  readonly from: number;
  readonly to: number;
}

export interface MapScene {
  readonly lanes: Lanes;
  readonly range: MapRange;
  readonly width: number;
  readonly colourBy: ColourBy;
  readonly hovered: Box | undefined;
  isSelected(box: Box): boolean;
  /** Ranges that were read from the file, in ascending order. */
  readonly reads: readonly { readonly offset: number; readonly byteLength: number }[];
  /** Ranges that the query reads according to its plan, in ascending order; undefined without a query. */
  readonly planned: readonly { readonly offset: number; readonly byteLength: number }[] | undefined;
}

/** The top of each horizontal lane of the map, in CSS pixels. */
export const laneTops = { ruler: 0, rowGroups: 22, parts: 46, pages: 98, reads: 138 } as const;
const laneHeights = { rowGroups: 20, parts: 48, pages: 36, reads: 6 } as const;
export const mapHeight = 148;

const minimumLabel = 46;

export function drawMap(canvas: CanvasRenderingContext2D, scene: MapScene, colour: (name: string) => string): void {
  const { range, width } = scene;
  canvas.clearRect(0, 0, width, mapHeight);
  const scale = width / (range.to - range.from);
  const x = (offset: number): number => (offset - range.from) * scale;
  drawRuler(canvas, scene, x, colour);
  for (const lane of ['rowGroups', 'parts', 'pages'] as const) {
    drawLane(canvas, scene, scene.lanes[lane], { top: laneTops[lane], height: laneHeights[lane], x }, colour);
  }
  const strip = (ranges: MapScene['reads'], name: string, top: number): void => {
    canvas.fillStyle = colour(name);
    for (const { offset, byteLength } of ranges) {
      if (offset + byteLength < range.from || offset > range.to) continue;
      canvas.fillRect(x(offset), top, Math.max(1, byteLength * scale), laneHeights.reads);
    }
  };
  canvas.fillStyle = colour('--line');
  canvas.fillRect(0, laneTops.reads, width, laneHeights.reads);
  strip(scene.planned ?? scene.reads, scene.planned === undefined ? '--read' : '--accent', laneTops.reads);
}

function drawLane(
  canvas: CanvasRenderingContext2D,
  scene: MapScene,
  boxes: readonly Box[],
  { top, height, x }: { readonly top: number; readonly height: number; x(offset: number): number },
  colour: (name: string) => string,
): void {
  const { range } = scene;
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let i = firstAfter(boxes, range.from); i < boxes.length; i++) {
    const box = boxes[i] as Box;
    if (box.start >= range.to) break;
    const left = Math.max(-1, x(box.start));
    const right = Math.min(scene.width + 1, x(box.end));
    const isMarked = isSameBox(box, scene.hovered) || scene.isSelected(box);
    // Draw at most one box per pixel if boxes are narrower than half a pixel, except selected and faulty boxes.
    if (right - drawnTo < 0.5 && !isMarked && !box.isFaulty) continue;
    const { name, opacity } = colourOf(box, scene.colourBy);
    const boxWidth = Math.max(box.isFaulty || isMarked ? 2 : 0.75, right - left);
    const gap = boxWidth > 4 ? 1 : 0;
    canvas.globalAlpha = isLeftOut(box, scene) ? opacity * leftOutOpacity : opacity;
    canvas.fillStyle = colour(name);
    canvas.fillRect(left, top, boxWidth - gap, height);
    canvas.globalAlpha = 1;
    if (isMarked)
      drawOutline(canvas, { left, top, width: boxWidth - gap, height }, scene.isSelected(box) ? 2 : 1.25, colour);
    if (boxWidth >= minimumLabel) {
      drawLabel(
        canvas,
        box.label,
        { left: Math.max(0, left), width: Math.min(scene.width, right) - Math.max(0, left), top, height },
        opacity < 0.55 || isLeftOut(box, scene) || name.startsWith('--map-')
          ? colour('--ink')
          : colour('--on-category'),
      );
    }
    drawnTo = left + boxWidth;
  }
}

/** The opacity of chunks and pages that the query does not read. */
const leftOutOpacity = 0.3;

/** True for a chunk or page that the query skips completely. */
function isLeftOut({ start, end, target }: Box, { planned }: MapScene): boolean {
  if (planned === undefined || target.kind === 'row-group') return false;
  if (target.kind === 'region' && target.region.kind !== 'column-chunk') return false;
  let low = 0;
  let high = planned.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((planned[middle]?.offset ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  const last = planned[low - 1];
  return last === undefined || last.offset + last.byteLength <= start;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws an outline inside a box, or around a box that is too narrow for one. */
function drawOutline(
  canvas: CanvasRenderingContext2D,
  { left, top, width, height }: Rectangle,
  lineWidth: number,
  colour: (name: string) => string,
): void {
  const inset = width > 8 ? lineWidth / 2 : -lineWidth / 2;
  canvas.strokeStyle = colour('--ink');
  canvas.lineWidth = lineWidth;
  canvas.strokeRect(left + inset, top + lineWidth / 2, width - 2 * inset, height - lineWidth);
}

function drawLabel(
  canvas: CanvasRenderingContext2D,
  text: string,
  { left, width, top, height }: Rectangle,
  colour: string,
): void {
  canvas.save();
  canvas.beginPath();
  canvas.rect(left, top, width - 3, height);
  canvas.clip();
  canvas.fillStyle = colour;
  canvas.font = '12px system-ui, sans-serif';
  canvas.textBaseline = 'middle';
  canvas.fillText(text, left + 6, top + height / 2 + 0.5);
  canvas.restore();
}

function drawRuler(
  canvas: CanvasRenderingContext2D,
  { range, width }: MapScene,
  x: (offset: number) => number,
  colour: (name: string) => string,
): void {
  const step = roundStep(((range.to - range.from) / width) * 120);
  canvas.fillStyle = colour('--quiet');
  canvas.font = '11px system-ui, sans-serif';
  canvas.textBaseline = 'alphabetic';
  for (let at = Math.ceil(range.from / step) * step; at < range.to; at += step) {
    const left = Math.round(x(at));
    canvas.fillRect(left, 14, 1, 5);
    const text = step < 1000 ? String(at) : bytes(at);
    if (left + 4 + canvas.measureText(text).width <= width) canvas.fillText(text, left + 4, 14);
  }
}

/** Returns the smallest of 1, 2, 5, 10, 20, ... that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return Math.max(1, factor * power);
}
