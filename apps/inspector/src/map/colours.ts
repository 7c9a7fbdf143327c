/** The colors of the map. They are defined as custom properties in the style sheet, so that each theme has its own. */
import type { Box, ColourBy } from './boxes.js';

/** Number of custom properties with colors for encodings and codecs: `--category-0` and so on. */
const categoryCount = 10;

/** The encodings and codecs with a fixed color, so that a color means the same in every file. */
const fixedCategories: readonly string[] = [
  'PLAIN',
  'RLE_DICTIONARY',
  'DELTA_BINARY_PACKED',
  'BYTE_STREAM_SPLIT',
  'DELTA_BYTE_ARRAY',
  'DELTA_LENGTH_BYTE_ARRAY',
  'RLE',
];
const alike: ReadonlyMap<string, string> = new Map([
  ['PLAIN_DICTIONARY', 'RLE_DICTIONARY'],
  ['UNCOMPRESSED', 'PLAIN'],
  ['SNAPPY', 'RLE_DICTIONARY'],
  ['ZSTD', 'DELTA_BINARY_PACKED'],
  ['GZIP', 'BYTE_STREAM_SPLIT'],
  ['LZ4_RAW', 'DELTA_BYTE_ARRAY'],
  ['BROTLI', 'DELTA_LENGTH_BYTE_ARRAY'],
]);

/**
 * Returns the name of the custom property with the color of a category: an encoding, a codec, or, in parentheses, the
 * kind of a part that is not column data.
 */
export function categoryColour(category: string | undefined): string {
  if (category === undefined) return '--map-none';
  if (category.startsWith('(')) return `--map-${category.slice(1, -1)}`;
  const index = fixedCategories.indexOf(alike.get(category) ?? category);
  if (index >= 0) return `--category-${index}`;
  let hash = 0;
  for (const character of category) hash = (31 * hash + character.charCodeAt(0)) >>> 0;
  const rest = categoryCount - fixedCategories.length;
  return `--category-${fixedCategories.length + (hash % rest)}`;
}

/** Reads the custom properties of an element, and returns their colors by name. */
export function createColours(element: Element): (name: string) => string {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const colour =
      known.get(name) ?? (style.getPropertyValue(name).trim() || style.getPropertyValue('--map-none').trim());
    known.set(name, colour);
    return colour;
  };
}

/** Returns the color of a box, and its opacity from 0 to 1. */
export function colourOf(box: Box, colourBy: ColourBy): { readonly name: string; readonly opacity: number } {
  if (box.isFaulty) return { name: '--fault', opacity: 1 };
  const isScale = colourBy === 'size' || colourBy === 'ratio';
  if (!isScale || box.category?.startsWith('(') === true) return { name: categoryColour(box.category), opacity: 1 };
  return { name: '--accent', opacity: box.amount === undefined ? 0.3 : 0.12 + 0.88 * box.amount };
}
