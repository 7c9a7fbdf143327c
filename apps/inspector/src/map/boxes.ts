/**
 * The boxes of the file map, in three lanes. The boxes of each lane are sorted by file offset and do not overlap.
 *
 *   row groups   |    row group 0      |    row group 1      |
 *   parts        | chunk | chunk | ... | chunk | ...         | indexes | footer |
 *   pages        | | | |  | |                 (only of chunks whose pages have been listed)
 */
import type { FileInfo, PageList, RegionInfo } from '../protocol.js';

export type ColourBy = 'encoding' | 'codec' | 'size' | 'ratio';

type BoxTarget =
  | { readonly kind: 'row-group'; readonly rowGroup: number }
  | { readonly kind: 'region'; readonly region: RegionInfo }
  | { readonly kind: 'page'; readonly rowGroup: number; readonly column: number; readonly index: number }
  /** A part of a file that cannot be opened. It was found by scanning the bytes of the file, not through the footer. */
  | { readonly kind: 'found'; readonly index: number };

export interface Box {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** The name that determines the color if the map is colored by encoding or codec. */
  readonly category: string | undefined;
  /** A number from 0 to 1 that determines the opacity if the map is colored by size or ratio. */
  readonly amount: number | undefined;
  readonly isFaulty: boolean;
  readonly target: BoxTarget;
}

export interface Lanes {
  readonly rowGroups: readonly Box[];
  readonly parts: readonly Box[];
  readonly pages: readonly Box[];
}

const regionNames: Readonly<Record<RegionInfo['kind'], string>> = {
  magic: 'magic number',
  'column-chunk': 'column chunk',
  'column-index': 'column index',
  'offset-index': 'offset index',
  'bloom-filter': 'Bloom filter',
  footer: 'footer',
  'footer-length': 'footer length',
  unaccounted: 'bytes that the footer does not list',
};

/** Returns a description of what a region stores. */
function regionName(region: RegionInfo, info: FileInfo): string {
  const column = region.column === undefined ? undefined : info.columns[region.column]?.path;
  const name = regionNames[region.kind];
  if (region.kind === 'column-chunk') return column ?? name;
  return column === undefined ? name : `${name} of ${column}`;
}

export function lanesOf(info: FileInfo, pages: ReadonlyMap<string, PageList>, colourBy: ColourBy): Lanes {
  const largest = Math.max(1, ...sizesOf(info.regions));
  const parts = info.regions.map((region): Box => {
    const isChunk = region.kind === 'column-chunk';
    return {
      start: region.offset,
      end: region.offset + region.byteLength,
      label: regionName(region, info),
      category: isChunk ? (colourBy === 'codec' ? region.codec : region.encoding) : `(${region.kind})`,
      amount: !isChunk ? undefined : colourBy === 'size' ? region.byteLength / largest : Math.min(1, region.ratio ?? 1),
      isFaulty: false,
      target: { kind: 'region', region },
    };
  });
  return { rowGroups: rowGroupBoxes(info), parts, pages: pageBoxes(pages, colourBy, info) };
}

function sizesOf(regions: readonly RegionInfo[]): readonly number[] {
  // This does not use `Math.max(...)`, because there may be more regions than a call can have arguments.
  let largest = 0;
  for (const { kind, byteLength } of regions) if (kind === 'column-chunk' && byteLength > largest) largest = byteLength;
  return [largest];
}

function rowGroupBoxes(info: FileInfo): readonly Box[] {
  const ends = new Map<number, { start: number; end: number }>();
  for (const { kind, rowGroup, offset, byteLength } of info.regions) {
    if (kind !== 'column-chunk' || rowGroup === undefined) continue;
    const known = ends.get(rowGroup);
    const end = offset + byteLength;
    if (known === undefined) ends.set(rowGroup, { start: offset, end });
    else {
      known.start = Math.min(known.start, offset);
      known.end = Math.max(known.end, end);
    }
  }
  return [...ends]
    .map(
      ([rowGroup, { start, end }]): Box => ({
        start,
        end,
        label: `row group ${rowGroup}`,
        category: '(row-group)',
        amount: undefined,
        isFaulty: false,
        target: { kind: 'row-group', rowGroup },
      }),
    )
    .sort((a, b) => a.start - b.start);
}

function pageBoxes(known: ReadonlyMap<string, PageList>, colourBy: ColourBy, info: FileInfo): readonly Box[] {
  const boxes: Box[] = [];
  for (const [key, { pages }] of known) {
    const [rowGroup = 0, column = 0] = key.split(':').map(Number);
    const largest = pages.reduce((most, { storedBytes }) => Math.max(most, storedBytes), 1);
    for (const [index, page] of pages.entries()) {
      const isDictionary = page.kind === 'DICTIONARY_PAGE';
      boxes.push({
        start: page.offset,
        end: page.offset + page.storedBytes,
        label: isDictionary ? 'dictionary' : `page ${index}`,
        category: isDictionary
          ? '(dictionary)'
          : colourBy === 'codec'
            ? info.columns[column]?.codecs[0]
            : (page.encoding ?? '(page)'),
        amount:
          colourBy === 'size'
            ? page.storedBytes / largest
            : page.rawBytes === undefined || page.rawBytes === 0
              ? undefined
              : Math.min(1, page.storedBytes / page.rawBytes),
        isFaulty: page.checksum === 'wrong' || page.fault !== undefined,
        target: { kind: 'page', rowGroup, column, index },
      });
    }
  }
  return boxes.sort((a, b) => a.start - b.start);
}

/** Returns the index of the first box that ends after `offset`. */
export function firstAfter(boxes: readonly Box[], offset: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle] as Box).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the box at a file offset; undefined if there is none. */
export function boxAt(boxes: readonly Box[], offset: number): Box | undefined {
  const box = boxes[firstAfter(boxes, offset)];
  return box !== undefined && box.start <= offset ? box : undefined;
}

/**
 * True if two boxes show the same part of the file. Compare boxes with this function, because new boxes are created
 * each time more pages have been listed.
 */
export function isSameBox(a: Box, b: Box | undefined): boolean {
  return b !== undefined && a.start === b.start && a.end === b.end && a.target.kind === b.target.kind;
}
