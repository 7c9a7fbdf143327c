/** The map of a file on a canvas. The wheel, buttons and keys zoom it; a click or Enter opens a box. */
import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ReadEvent } from '../protocol.js';
import { reads } from '../state/app.js';
import { bytes } from '../ui/format.js';
import { minusIcon, plusIcon, wholeIcon } from '../ui/icons.js';
import { theme } from '../ui/theme.js';
import { type Box, boxAt, type ColourBy, type Lanes } from './boxes.js';
import { createColours } from './colours.js';
import { drawMap, laneTops, type MapRange, mapHeight } from './draw.js';
import { Legend } from './legend.js';
import { moveBox, moved, zoomed } from './range.js';

interface MapCanvasProps {
  /** The first text that a screen reader reads for the map. */
  readonly label: string;
  readonly byteLength: number;
  readonly lanes: ReadonlySignal<Lanes>;
  readonly range: Signal<MapRange>;
  readonly width: Signal<number>;
  readonly colourBy: Signal<ColourBy>;
  readonly colours: readonly ColourBy[];
  /** The ranges that the query reads according to its plan; undefined without a query. */
  readonly planned: ReadonlySignal<readonly ReadEvent[] | undefined>;
  isSelected(box: Box): boolean;
  choose(box: Box): void;
  /** Returns a one-line description of a box on the map. */
  describe(box: Box): ComponentChildren;
}

export function MapCanvas(props: MapCanvasProps): JSX.Element {
  const { byteLength, lanes, range, width, colourBy, planned, isSelected, choose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const hovered = useSignal<Box | undefined>(undefined);

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const resize = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    resize.observe(element);
    return () => resize.disconnect();
  }, []);

  useSignalEffect(() => {
    // Read the colors again, because the style sheet has different ones for each theme.
    theme.value;
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = devicePixelRatio || 1;
    element.width = Math.round(width.value * ratio);
    element.height = Math.round(mapHeight * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const scene = {
      lanes: lanes.value,
      range: range.value,
      width: width.value,
      colourBy: colourBy.value,
      hovered: hovered.value,
      isSelected,
      reads: reads.value,
      planned: planned.value,
    };
    drawMap(context, scene, createColours(element));
  });

  const offsetAt = (event: MouseEvent): number => {
    const { from, to } = range.value;
    return from + (event.offsetX / width.value) * (to - from);
  };
  const boxUnder = (event: MouseEvent): Box | undefined => {
    const { rowGroups, parts, pages } = lanes.value;
    const y = event.offsetY;
    const lane =
      y < laneTops.rowGroups
        ? []
        : y < laneTops.parts
          ? rowGroups
          : y < laneTops.pages
            ? parts
            : y < laneTops.reads
              ? pages
              : [];
    return boxAt(lane, offsetAt(event));
  };
  const zoom = (factor: number, at?: number): void => {
    range.value = zoomed(range.value, factor, at, byteLength);
  };
  const drag = useRef<{ readonly x: number; readonly range: MapRange; isMoved: boolean } | undefined>(undefined);

  return (
    <section class="map" aria-label="File map">
      <div class="map-tools">
        <fieldset class="segments">
          <legend class="hidden">Color the map by</legend>
          {props.colours.map((name) => (
            <label key={name} class={colourBy.value === name ? 'chosen' : ''}>
              <input
                type="radio"
                name="colour-by"
                checked={colourBy.value === name}
                onChange={() => {
                  colourBy.value = name;
                }}
              />
              {name === 'ratio' ? 'compression' : name}
            </label>
          ))}
        </fieldset>
        <div class="buttons">
          <button type="button" class="small" title="Zoom in (+)" aria-label="Zoom in" onClick={() => zoom(0.5)}>
            {plusIcon}
          </button>
          <button type="button" class="small" title="Zoom out (-)" aria-label="Zoom out" onClick={() => zoom(2)}>
            {minusIcon}
          </button>
          <button
            type="button"
            class="small"
            title="Show the whole file (0)"
            aria-label="Show the whole file"
            onClick={() => zoom(Number.POSITIVE_INFINITY)}
          >
            {wholeIcon}
          </button>
        </div>
      </div>
      <canvas
        ref={canvas}
        class="map-canvas"
        height={mapHeight}
        tabIndex={0}
        role="application"
        aria-label={`${props.label} Use the Left and Right arrow keys to move between adjacent parts, and Up and Down to move between row groups, their parts and their pages. Press plus or minus to zoom, and Enter to open the selected part.`}
        onMouseMove={(event) => {
          const start = drag.current;
          if (start === undefined) {
            hovered.value = boxUnder(event);
            return;
          }
          const by = ((start.x - event.offsetX) / width.value) * (start.range.to - start.range.from);
          if (Math.abs(start.x - event.offsetX) > 3) start.isMoved = true;
          if (start.isMoved) range.value = moved(start.range, by, byteLength);
        }}
        onMouseLeave={() => {
          hovered.value = undefined;
          drag.current = undefined;
        }}
        onMouseDown={(event) => {
          drag.current = { x: event.offsetX, range: range.value, isMoved: false };
        }}
        onMouseUp={(event) => {
          const { isMoved = false } = drag.current ?? {};
          drag.current = undefined;
          const box = boxUnder(event);
          if (!isMoved && box !== undefined) choose(box);
        }}
        onWheel={(event) => {
          if (event.ctrlKey || event.metaKey) {
            event.preventDefault();
            zoom(event.deltaY > 0 ? 1.25 : 0.8, offsetAt(event));
          } else if (event.deltaX !== 0 || event.shiftKey) {
            event.preventDefault();
            const { from, to } = range.value;
            range.value = moved(range.value, ((event.deltaX || event.deltaY) / width.value) * (to - from), byteLength);
          }
        }}
        onKeyDown={(event) => {
          if (event.key === '+' || event.key === '=') zoom(0.5, hovered.value?.start);
          else if (event.key === '-') zoom(2, hovered.value?.start);
          else if (event.key === '0') zoom(Number.POSITIVE_INFINITY);
          else if (event.key === 'Enter' && hovered.value !== undefined) choose(hovered.value);
          else {
            const next = moveBox(lanes.value, hovered.value, event.key);
            if (next === undefined) return;
            hovered.value = next;
            if (next.end <= range.value.from || next.start >= range.value.to) {
              range.value = moved(range.value, next.start - range.value.from, byteLength);
            }
          }
          event.preventDefault();
        }}
      />
      <div class="map-foot">
        <output class="map-status" aria-live="polite">
          {hovered.value === undefined ? (
            <span class="quiet">
              {bytes(range.value.to - range.value.from)} of {bytes(byteLength)} shown. Ctrl and the wheel zoom, dragging
              moves.
            </span>
          ) : (
            props.describe(hovered.value)
          )}
        </output>
        <Legend lanes={lanes.value} colourBy={colourBy.value} hasPlan={planned.value !== undefined} />
      </div>
    </section>
  );
}
