import { expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { mixedFile, nestedFile } from './sample.js';

it('schema prints the tree with types and levels', async () => {
  const { code, stdout } = await runCli(['schema', fileOf(mixedFile())]);
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      'name      type            repetition  physical type  def  rep',
      'schema',
      '├─ id     INT32           required    INT32            0    0',
      '├─ price  DECIMAL(18, 2)  optional    INT64            1    0',
      '└─ na.me  STRING          optional    BYTE_ARRAY       1    0',
      '',
      '3 rows, 2 row groups, 3 columns, written by Marquetry tests',
      '',
    ].join('\n'),
  );
});

it('schema --json prints one object per node', async () => {
  const { stdout } = await runCli(['schema', fileOf(mixedFile()), '--json']);
  expect(jsonLines(stdout)[1]).toEqual({
    path: 'price',
    name: 'price',
    kind: 'leaf',
    repetition: 'optional',
    physicalType: 'INT64',
    typeLength: null,
    logicalType: { kind: 'DECIMAL', scale: 2, precision: 18 },
    maxDefinitionLevel: 1,
    maxRepetitionLevel: 0,
    column: 1,
    fieldId: null,
  });
  expect(jsonLines(stdout).map(({ path }) => path)).toEqual(['id', 'price', 'na\\.me']);
});

it('schema prints the levels of repeated columns', async () => {
  const { stdout } = await runCli(['schema', fileOf(nestedFile()), '--json']);
  expect(jsonLines(stdout)[1]).toMatchObject({ repetition: 'repeated', maxDefinitionLevel: 1, maxRepetitionLevel: 1 });
});

it('schema prints the same output whether or not the argument parser is loaded', async () => {
  const path = fileOf(mixedFile());
  const plain = await runCli(['schema', path]);
  expect(plain.code).toBe(0);
  expect(await runCli(['schema', '--', path])).toEqual(plain);
  const json = await runCli(['schema', '--json', path]);
  expect(jsonLines(json.stdout)).toHaveLength(3);
  expect(await runCli(['schema', path, '--json'])).toEqual(json);
  expect(await runCli(['schema', '--json', '--', path])).toEqual(json);
});

it('schema passes arguments other than FILE and --json to the argument parser', async () => {
  const path = fileOf(mixedFile());
  expect((await runCli(['schema', '--json'])).stderr).toContain("missing required argument 'files'");
  expect((await runCli(['schema', '--jsonl', path])).stderr).toContain("unknown option '--jsonl'");
  expect((await runCli(['schema', '--help'])).stdout).toContain('Usage: marquetry schema');
});
