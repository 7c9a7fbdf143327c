/** Gives each encoding a letter and a color, for maps with and without colors. */
import type { Output } from '../terminal/output.js';

type Paint = (text: string) => string;

/** How the bytes of one encoding, or of one mix of encodings, are drawn. */
export interface Mark {
  readonly name: string;
  /** An ASCII letter, in upper case. */
  readonly letter: string;
  readonly paint: Paint;
}

export interface Legend {
  /** Returns the letter and color for these encodings, given by name. The same names always yield the same mark. */
  markOf(encodings: readonly string[]): Mark;
  /** Returns the legend of all letters and colors used so far, as lines of at most `width` characters. */
  lines(width: number): string;
}

/** Fixed letters for the encodings that most files use. Any other encoding gets a letter from its name. */
const usual: Readonly<Record<string, string>> = {
  PLAIN: 'P',
  RLE_DICTIONARY: 'D',
  PLAIN_DICTIONARY: 'D',
  DELTA_BINARY_PACKED: 'I',
  DELTA_BYTE_ARRAY: 'A',
  DELTA_LENGTH_BYTE_ARRAY: 'L',
  BYTE_STREAM_SPLIT: 'S',
  RLE: 'R',
  'dictionary page': 'T',
};
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function createLegend({ colors }: Pick<Output, 'colors'>): Legend {
  const palette: readonly Paint[] = [
    ...[colors.cyan, colors.yellow, colors.magenta, colors.green, colors.blue, colors.red],
    ...[colors.cyanBright, colors.yellowBright, colors.magentaBright, colors.greenBright, colors.blueBright],
  ];
  const marks = new Map<string, Mark>();
  const taken = new Set<string>();
  const letterOf = (first: string): string => {
    const letters = [usual[first] ?? '', ...first.toUpperCase(), ...alphabet];
    // After 26 mixes of encodings, all further mixes share the letter X.
    const free = letters.find((letter) => /^[A-Z]$/.test(letter) && !taken.has(letter)) ?? 'X';
    taken.add(free);
    return free;
  };
  const textOf = ({ name, letter, paint }: Mark): string =>
    `${paint(colors.isColorSupported ? '██' : letter + letter.toLowerCase())} ${name}`;
  return {
    markOf: (encodings) => {
      const name = encodings.length === 0 ? 'unknown' : encodings.join(' + ');
      const known = marks.get(name);
      if (known !== undefined) return known;
      const mark = {
        name,
        letter: letterOf(encodings[0] ?? name),
        paint: palette[marks.size % palette.length] as Paint,
      };
      marks.set(name, mark);
      return mark;
    },
    lines: (width) => {
      let text = '';
      let used = 0;
      for (const mark of marks.values()) {
        const length = 3 + mark.name.length;
        const isFirst = used === 0;
        const fits = isFirst || used + 3 + length <= width;
        text += isFirst ? textOf(mark) : `${fits ? '   ' : '\n'}${textOf(mark)}`;
        used = isFirst || !fits ? length : used + 3 + length;
      }
      return text === '' ? '' : `${text}\n`;
    },
  };
}
