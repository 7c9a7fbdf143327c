/**
 * The map boxes of a file that cannot be opened. In the row of the map that shows column chunks, consecutive pages are
 * one box.
 */
import type { SalvagedPart } from '../protocol.js';
import type { Box, ColourBy, Lanes } from './boxes.js';

const names: Readonly<Record<SalvagedPart['kind'], string>> = {
  magic: 'magic number',
  page: 'page',
  'column-metadata': 'copy of column metadata',
  'bloom-filter': 'Bloom filter',
  'column-index': 'column index',
  'offset-index': 'offset index',
  footer: 'footer',
  'footer-length': 'footer length',
  fault: 'unreadable bytes',
};

/** Returns a description of what a part stores. */
export function foundName({ kind, page }: Pick<SalvagedPart, 'kind' | 'page'>): string {
  if (page?.kind === 'DICTIONARY_PAGE') return 'dictionary page';
  return page === undefined ? names[kind] : 'data page';
}

export function foundLanes(parts: readonly SalvagedPart[], colourBy: ColourBy): Lanes {
  let largest = 1;
  for (const { kind, byteLength } of parts) if (kind === 'page' && byteLength > largest) largest = byteLength;
  const pages: Box[] = [];
  const lane: Box[] = [];
  for (const [index, part] of parts.entries()) {
    const { kind, offset, byteLength, page, missingBytes, fault } = part;
    const isFaulty = kind === 'fault' || kind === 'footer' || missingBytes !== 0;
    const raw = page?.rawBytes ?? 0;
    const box: Box = {
      start: offset,
      end: offset + byteLength,
      label: fault === undefined ? foundName(part) : `${names.fault}: ${fault}`,
      category: page === undefined ? `(${kind})` : page.kind === 'DICTIONARY_PAGE' ? '(dictionary)' : page.encoding,
      amount:
        page === undefined
          ? undefined
          : colourBy === 'size'
            ? byteLength / largest
            : Math.min(1, byteLength / (raw || 1)),
      isFaulty,
      target: { kind: 'found', index },
    };
    if (page !== undefined) pages.push(box);
    const before = lane.at(-1);
    if (page !== undefined && !isFaulty && before?.category === '(page)') {
      lane[lane.length - 1] = { ...before, end: box.end };
    } else if (page !== undefined && !isFaulty) lane.push({ ...box, label: 'pages', category: '(page)' });
    else lane.push(box);
  }
  return { rowGroups: [], parts: lane, pages };
}
