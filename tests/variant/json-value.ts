/** Generates random values that JSON can represent, and that all implementations print in the same way. */
import { below, type Random } from '../../packages/variant/test/random-variant.js';

export function jsonValue(random: Random, depth: number): unknown {
  switch (below(random, depth > 0 ? 9 : 6)) {
    case 0:
      return null;
    case 1:
      return random() < 0.5;
    case 2:
      return below(random, 2 ** 31) - 2 ** 30;
    case 3:
      return below(random, 64) / 8 + 0.0625;
    case 4:
      return 'text '.repeat(below(random, 20));
    case 5:
      return 'é\u{1f600}"\\';
    case 6:
      return Array.from({ length: below(random, 4) }, () => jsonValue(random, depth - 1));
    default: {
      // Names are in random order, because DuckDB writes them unsorted.
      const names = ['z', 'b', 'a', 'id', 'user', 'ä', ''].slice(below(random, 4));
      return Object.fromEntries(names.map((name) => [name, jsonValue(random, depth - 1)]));
    }
  }
}
