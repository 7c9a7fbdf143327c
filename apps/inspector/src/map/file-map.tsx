/** The map of an open file, drawn to scale. Choosing a box shows the view of that part. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import type { FileInfo, RegionInfo } from '../protocol.js';
import { isStoredPart, knownPages, plan, selection } from '../state/app.js';
import { showColumn, showPage, showPart, showView } from '../state/navigate.js';
import { loadPages } from '../state/pages.js';
import { bytes, count, percent } from '../ui/format.js';
import { type Box, type ColourBy, firstAfter, lanesOf } from './boxes.js';
import type { MapRange } from './draw.js';
import { MapCanvas } from './map-canvas.js';

/** Minimum width in pixels at which the pages of a chunk are drawn. */
const widthWithPages = 56;
/** Maximum number of chunks whose pages are loaded for the map at the same time. */
const mostLoaded = 10;
const colours: readonly ColourBy[] = ['encoding', 'codec', 'size', 'ratio'];

export function FileMap({ file }: { readonly file: FileInfo }): JSX.Element {
  const colourBy = useSignal<ColourBy>('encoding');
  const range = useSignal<MapRange>({ from: 0, to: file.byteLength });
  const width = useSignal(800);
  const lanes = useComputed(() => lanesOf(file, knownPages.value, colourBy.value));
  const planned = useComputed(() => plan.value && [...plan.value.reads].sort((a, b) => a.offset - b.offset));
  const isSelected = ({ target }: Box): boolean => {
    const { column, rowGroup, page, part } = selection.value;
    if (target.kind === 'row-group') return rowGroup === target.rowGroup && column === undefined;
    if (target.kind === 'page')
      return (
        page !== undefined &&
        knownPages.value.get(`${target.rowGroup}:${target.column}`)?.pages[target.index]?.offset === page
      );
    if (target.kind !== 'region') return false;
    const { region } = target;
    return (
      region.kind === (part ?? 'column-chunk') &&
      region.column === column &&
      (rowGroup === undefined || region.rowGroup === rowGroup)
    );
  };

  // Load the pages of those chunks that are wide enough to show them.
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
      void loadPages(rowGroup, column, 'first');
    }
  });

  const choose = (box: Box): void => {
    const { target } = box;
    if (target.kind === 'row-group') range.value = { from: box.start, to: box.end };
    else if (target.kind === 'page') {
      const page = knownPages.value.get(`${target.rowGroup}:${target.column}`)?.pages[target.index];
      if (page !== undefined) showPage(target.column, target.rowGroup, page.offset);
    } else if (target.kind === 'region') showRegion(target.region);
  };
  return (
    <MapCanvas
      label={`Map of the bytes in the file: ${count(lanes.value.rowGroups.length)} row groups.`}
      byteLength={file.byteLength}
      lanes={lanes}
      range={range}
      width={width}
      colourBy={colourBy}
      colours={colours}
      planned={planned}
      isSelected={isSelected}
      choose={choose}
      describe={(box) => <BoxText box={box} file={file} />}
    />
  );
}

/** Shows the view of a region of the file. Does nothing for regions without a view, such as the magic number. */
function showRegion({ kind, column, rowGroup }: RegionInfo): void {
  if (column !== undefined && isStoredPart(kind)) showPart(column, rowGroup ?? 0, kind);
  else if (column !== undefined) showColumn(column, rowGroup);
  else if (kind === 'footer' || kind === 'footer-length') showView('metadata');
}

/** A one-line description of a box on the map. */
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
