/**
 * pyarrow (Arrow C++) reads the files that the tests build. `npm run test:interop` finds a Python with pyarrow.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { builtFiles } from '../mutation/built-files.js';
import { type Answer, python, readWithPyarrow } from './run-pyarrow.js';
import { firstDifference, readSlots } from './slots.js';

const files = builtFiles().filter(({ name }) => !name.startsWith('built/list'));

/** The files that pyarrow 26 cannot read, or does not read as specified. */
const exceptions: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /boolean-(PLAIN|RLE)_DICTIONARY/, why: 'it does not support BOOLEAN dictionaries' },
  { files: /bit-packed-levels/, why: 'it reads BIT_PACKED levels least significant bit first' },
  { files: /empty-pages/, why: 'it ends the chunk at a page without values' },
];

if (python === undefined)
  test.skip('pyarrow reads the files that the tests build (skipped: see npm run test:interop)', () => {});

describe.skipIf(python === undefined)('pyarrow on the files that the tests build', () => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    answers = await readWithPyarrow(files.map(({ name, bytes }) => ({ name: fileName(name), bytes })));
  });

  test.each(python === undefined ? [] : files)(
    'pyarrow reads the values that we wrote to $name',
    async ({ name, bytes }) => {
      const { columns, error } = answers.get(fileName(name)) ?? {};
      const exception = exceptions.find((candidate) => candidate.files.test(name));
      const own = await readSlots(bytes);
      if (exception === undefined) {
        expect(error).toBeUndefined();
        expect(firstDifference(columns ?? {}, own)).toBeUndefined();
      } else {
        expect(firstDifference(columns ?? {}, own), exception.why).toBeDefined();
      }
    },
  );
});

function fileName(name: string): string {
  return `${name.replace('built/', '')}.parquet`;
}
