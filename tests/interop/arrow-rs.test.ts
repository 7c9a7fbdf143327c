/**
 * arrow-rs reads the VARIANT columns that our writer writes, shredded or not, and we read the VARIANT columns that arrow-rs writes. Build
 * the Rust program that runs arrow-rs first:
 *
 *   cargo build --manifest-path tests/interop/arrow-rs/Cargo.toml --target-dir FOLDER
 *   MARQUETRY_ARROW_RS=FOLDER/debug/judge npm run test:interop
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShreddingDefinition, shredded, toJson, typedVariant, type Variant } from '@marquetry/variant';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';
import { randomOf, randomVariant } from '../../packages/variant/test/random-variant.js';
import { jsonValue } from '../variant/json-value.js';
import { randomShredding } from '../variant/random-shredding.js';

const judge = process.env['MARQUETRY_ARROW_RS'];
const folder = mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, 'arrow-rs-'));

const shreddings: Readonly<Record<string, ShreddingDefinition | undefined>> = {
  none: undefined,
  int32: 'INT32',
  string: 'STRING',
  array: { list: 'DOUBLE' },
  object: { fields: { id: 'INT32', user: { fields: { a: 'STRING', b: { list: 'INT32' } } } } },
};

async function ours(values: readonly unknown[], of: ShreddingDefinition | undefined): Promise<string> {
  const sink = memorySink();
  const schema = defineSchema({
    v: of === undefined ? { type: 'VARIANT', optional: true } : shredded(of, { optional: true }),
  });
  const rows = values.map((v) => ({ v }));
  await writeParquet(sink, rows, { schema, codec: 'SNAPPY', rowGroupRows: 150 });
  const path = join(folder, 'ours.parquet');
  writeFileSync(path, sink.bytes);
  return path;
}

/** Matches the numbers in arrow-rs output that are not valid JSON, such as `inf`. */
const notJson = /(?<=^|[[:,])(-?inf|NaN)(?=$|[\]},])/g;

/**
 * Returns the value with numbers rounded to 6 digits, and with the same placeholder for every text, because we and arrow-rs print dates,
 * bytes and large decimals as different texts.
 */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(6)) : null;
  if (typeof value === 'string') return /^-?(NaN|Infinity)$/.test(value) ? null : 'text';
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each)]));
}

const run = (...args: string[]): string =>
  execFileSync(judge as string, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const readByJudge = (path: string): unknown[] =>
  run('read', path)
    .trimEnd()
    .split('\n')
    .map((line) => (line === 'absent' ? undefined : JSON.parse(line.replace(notJson, 'null'))));

describe.skipIf(judge === undefined)(
  `arrow-rs${judge === undefined ? ' (skipped: MARQUETRY_ARROW_RS is not set)' : ''}`,
  () => {
    describe.each(Object.entries(shreddings))('shredded as %s', (name, of) => {
      const random = randomOf(Object.keys(shreddings).indexOf(name));
      const values = Array.from({ length: 400 }, () => jsonValue(random, 3));

      test('arrow-rs reads the VARIANT values that we write', async () => {
        // Our writer treats a JSON null in a row as a missing value.
        expect(readByJudge(await ours(values, of))).toEqual(values.map((value) => value ?? undefined));
      });

      test('we read the VARIANT values that arrow-rs writes', async () => {
        const [path, lines] = [join(folder, 'theirs.parquet'), join(folder, 'lines.ndjson')];
        writeFileSync(lines, values.map((value) => JSON.stringify(value)).join('\n'));
        run('write', path, lines, name);
        const file = await openParquet(new Uint8Array(readFileSync(path)));
        const found: unknown[] = [];
        for await (const { v } of file.rows({ variants: 'views' })) {
          found.push(v === null ? null : JSON.parse(toJson(v as Variant)));
        }
        expect(found).toEqual(values);
        if (name !== 'object') return;
        const texts: unknown[] = [];
        for await (const row of file.rows({ columns: ['v.user.a'] })) texts.push(row['v.user.a']);
        expect(texts).toEqual(values.map((value) => (value as { user?: { a?: unknown } } | null)?.user?.a ?? null));
      });
    });

    test('arrow-rs reads random VARIANT values of every type, shredded in random ways', async () => {
      for (let seed = 0; seed < 40; seed++) {
        const random = randomOf(seed);
        const values = Array.from({ length: 20 }, () => randomVariant(random, 3));
        const found = readByJudge(await ours(values, randomShredding(random)));
        const expected = values.map((value) => JSON.parse(toJson(value)));
        expect(found.map(comparable), `seed ${seed}`).toEqual(expected.map(comparable));
      }
    });

    test('arrow-rs reads our VARIANT values of types that JSON does not have', async () => {
      const values = [
        typedVariant('decimal4', { unscaled: -12345n, scale: 2 }),
        typedVariant('decimal16', { unscaled: 10n ** 30n + 1n, scale: 10 }),
        typedVariant('int8', -5n),
        typedVariant('date', 19_000n),
      ];
      const expected = [-123.45, 1e20, -5, '2022-01-08'];
      const found = readByJudge(await ours(values, { fields: { a: 'INT32' } }));
      expect(found.map((value, i) => (i === 1 ? Number(value) : value))).toEqual(expected);
    });
  },
);
