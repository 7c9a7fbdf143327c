/** The file, drawn to scale. It can be zoomed by wheel, buttons and keys, and every box leads to its view. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FileInfo } from '../protocol.js';
import { knownPages, plan, reads, selection } from '../state/app.js';
import { showColumn, showPage, showView } from '../state/navigate.js';
import { loadPages } from '../state/pages.js';
import { bytes, count, percent } from '../ui/format.js';
import { minusIcon, plusIcon, wholeIcon } from '../ui/icons.js';
import { theme } from '../ui/theme.js';
import { type Box, boxAt, type ColourBy, firstAfter, lanesOf } from './boxes.js';
import { createColours } from './colours.js';
import { drawMap, laneTops, type MapRange, mapHeight } from './draw.js';
import { Legend } from './legend.js';
import { moveBox, moved, zoomed } from './range.js';

/** A chunk that is drawn at least this wide, in pixels, shows its pages. */
const widthWithPages = 90;
/** Number of chunks whose pages are loaded for the map at a time. */
const mostLoaded = 6;

export function FileMap({ file }: { readonly file: FileInfo }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colourBy = useSignal<ColourBy>('encoding');
  const range = useSignal<MapRange>({ from: 0, to: file.byteLength });
  const width = useSignal(800);
  const hovered = useSignal<Box | undefined>(undefined);
  const lanes = useComputed(() => lanesOf(file, knownPages.value, colourBy.value));
  const isSelected = ({ target }: Box): boolean => {
    const { column, rowGroup, page } = selection.value;
    if (target.kind === 'row-group') return rowGroup === target.rowGroup && column === undefined;
    if (target.kind === 'page')
      return (
        page !== undefined &&
        knownPages.value.get(`${target.rowGroup}:${target.column}`)?.pages[target.index]?.offset === page
      );
    const { region } = target;
    return (
      region.kind === 'column-chunk' &&
      region.column === column &&
      (rowGroup === undefined || region.rowGroup === rowGroup)
    );
  };

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const resize = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    resize.observe(element);
    return () => resize.disconnect();
  }, []);

  useSignalEffect(() => {
    // The colours are read from the style sheet, which has others for each theme.
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
      planned: plan.value?.reads,
    };
    drawMap(context, scene, createColours(element));
  });

  // Load the pages of chunks that are drawn wide enough.
  useSignalEffect(() => {
    const { from, to } = range.value;
    const { parts } = lanes.value;
    const bytesPerPixel = (to - from) / width.value;
    let loaded = 0;
    for (let i = firstAfter(parts, from); i < parts.length && loaded < mostLoaded; i++) {
      const { start, end, target } = parts[i] as Box;
      if (start >= to) break;
      if (target.kind !== 'region' || target.region.kind !== 'column-chunk') continue;
      if ((Math.min(end, to) - Math.max(start, from)) / bytesPerPixel < widthWithPages) continue;
      loaded++;
      const { rowGroup = 0, column = 0 } = target.region;
      void loadPages(rowGroup, column);
    }
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
  const choose = (box: Box): void => {
    const { target } = box;
    if (target.kind === 'row-group') range.value = { from: box.start, to: box.end };
    else if (target.kind === 'page') {
      const page = knownPages.value.get(`${target.rowGroup}:${target.column}`)?.pages[target.index];
      if (page !== undefined) showPage(target.column, target.rowGroup, page.offset);
    } else if (target.region.column !== undefined) showColumn(target.region.column, target.region.rowGroup);
    else if (target.region.kind === 'footer') showView('metadata');
  };
  const zoom = (factor: number, at?: number): void => {
    range.value = zoomed(range.value, factor, at, file.byteLength);
  };
  const drag = useRef<{ readonly x: number; readonly range: MapRange; isMoved: boolean } | undefined>(undefined);

  return (
    <section class="map" aria-label="File map">
      <div class="map-tools">
        <fieldset class="segments">
          <legend class="hidden">Colour the map by</legend>
          {(['encoding', 'codec', 'size', 'ratio'] as const).map((name) => (
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
        aria-label={`Map of the bytes of the file: ${count(lanes.value.rowGroups.length)} row groups. Left and right move between parts, up and down between row groups, parts and pages, plus and minus zoom, Enter opens.`}
        onMouseMove={(event) => {
          const start = drag.current;
          if (start === undefined) {
            hovered.value = boxUnder(event);
            return;
          }
          const by = ((start.x - event.offsetX) / width.value) * (start.range.to - start.range.from);
          if (Math.abs(start.x - event.offsetX) > 3) start.isMoved = true;
          if (start.isMoved) range.value = moved(start.range, by, file.byteLength);
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
            range.value = moved(
              range.value,
              ((event.deltaX || event.deltaY) / width.value) * (to - from),
              file.byteLength,
            );
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
              range.value = moved(range.value, next.start - range.value.from, file.byteLength);
            }
          }
          event.preventDefault();
        }}
      />
      <div class="map-foot">
        <output class="map-status" aria-live="polite">
          {hovered.value === undefined ? (
            <span class="quiet">
              {bytes(range.value.to - range.value.from)} of {bytes(file.byteLength)} shown. Ctrl and the wheel zoom,
              dragging moves.
            </span>
          ) : (
            <BoxText box={hovered.value} file={file} />
          )}
        </output>
        <Legend lanes={lanes.value} colourBy={colourBy.value} hasPlan={plan.value !== undefined} />
      </div>
    </section>
  );
}

/** Describes a box in a line. */
function BoxText({ box, file }: { readonly box: Box; readonly file: FileInfo }): JSX.Element {
  const size = box.end - box.start;
  const { target } = box;
  const ratio =
    target.kind === 'region' && target.region.ratio !== undefined
      ? `, ${percent(target.region.ratio)} of its size before compression`
      : '';
  const codes =
    target.kind === 'region' && target.region.encoding !== undefined
      ? `, ${target.region.encoding}, ${target.region.codec}`
      : '';
  return (
    <span>
      <strong>{box.label}</strong>
      {target.kind === 'region' && target.region.rowGroup !== undefined && `, row group ${target.region.rowGroup}`}:{' '}
      {bytes(size)}, {percent(size / file.byteLength)} of the file, at byte {count(box.start)}
      {codes}
      {ratio}
    </span>
  );
}
