/** Tests paths into VARIANT columns in `--columns`, `--where` and `--order-by`. */
import { shredded, typedVariant } from '@marquetry/variant';
import { defineSchema, memorySink, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf, jsonLines, type Result, runCli } from './run-cli.js';

const schema = defineSchema({
  id: 'INT32',
  // In the field `a.b`, the dot is part of the name.
  event: shredded({ fields: { user: { fields: { id: 'INT32' } }, 'a.b': 'STRING' } }, { optional: true }),
  place: { fields: { at: { type: 'VARIANT', optional: true } } },
  names: { list: { type: 'VARIANT', optional: true } },
});

/**
 * 100 rows, which are written in four row groups. Every tenth row has no event. From row 75 on, every second `user.id`
 * is text.
 */
const rows = Array.from({ length: 100 }, (_, id) => ({
  id,
  event:
    id % 10 === 9 ? null : { user: { id: id >= 75 && id % 2 === 1 ? `no ${id}` : id, name: `n${id}` }, 'a.b': 'x' },
  place: { at: id % 2 === 0 ? { x: typedVariant('decimal4', { unscaled: BigInt(id * 10), scale: 1 }) } : null },
  names: [{ id }],
}));

let path: string;
beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, rowGroupRows: 25 });
  path = fileOf(sink.bytes);
});

const run = (command: string, ...args: string[]): Promise<Result> => runCli([command, path, ...args]);
async function idsOf(command: string, ...args: string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await run(command, '--columns', 'id', ...args);
  expect([code, stderr]).toEqual([0, '']);
  return jsonLines(stdout).map(({ id }) => id);
}

describe('--columns with VARIANT paths', () => {
  it('--columns prints VARIANT paths as columns, in the order given', async () => {
    const columns = ['--columns', 'event.user,id,event.user.id,place.at.x', '--limit', '2'];
    expect((await run('cat', ...columns)).stdout).toBe(
      '{"event.user":{"id":0,"name":"n0"},"id":0,"event.user.id":0,"place.at.x":0.0}\n' +
        '{"event.user":{"id":1,"name":"n1"},"id":1,"event.user.id":1,"place.at.x":null}\n',
    );
    expect((await run('cat', ...columns, '--format', 'csv')).stdout).toBe(
      'event.user,id,event.user.id,place.at.x\n"{""id"":0,""name"":""n0""}",0,0,0.0\n"{""id"":1,""name"":""n1""}",1,1,\n',
    );
  });

  it('--columns prints a VARIANT path and the whole column side by side', async () => {
    const { stdout } = await run('cat', '--columns', 'event.user.id,event', '--limit', '1');
    expect(jsonLines(stdout)).toEqual([{ 'event.user.id': 0, event: { 'a.b': 'x', user: { id: 0, name: 'n0' } } }]);
    expect(stdout.indexOf('"event.user.id"')).toBe(1);
  });

  it('an escaped dot is part of a name in a VARIANT path', async () => {
    const { stdout } = await run('cat', '--columns', 'event.a\\.b', '--limit', '1');
    expect(jsonLines(stdout)).toEqual([{ 'event.a\\.b': 'x' }]);
  });

  it.each([['tail'], ['sample'], ['head']])('the command %s accepts VARIANT paths in --columns', async (command) => {
    const { stdout } = await run(command, '--columns', 'id,event.user.id', '-n', '5');
    const found = jsonLines(stdout);
    expect(found.length).toBe(5);
    for (const { id, 'event.user.id': user } of found) expect(user).toEqual(rows[id as number]?.event?.user.id ?? null);
  });

  it('--format table prints VARIANT paths as columns', async () => {
    const { code, stdout } = await run('head', '-n', '1', '--columns', 'event.user.id,id', '--format', 'table');
    expect([code, stdout]).toEqual([0, 'event.user.id  id\n0               0\n']);
  });

  it('VARIANT paths in --columns work for several files that are read as one table', async () => {
    const { stdout } = await runCli([
      'cat',
      path,
      path,
      '--columns',
      'event.user.id',
      '--offset',
      '98',
      '--limit',
      '3',
    ]);
    expect(jsonLines(stdout).map((row) => row['event.user.id'])).toEqual([98, null, 0]);
  });
});

describe('--where with VARIANT paths', () => {
  it.each([['event.user.id = 5'], ['{"event.user.id": 5}'], ['{"path":["event","user","id"],"test":{"eq":5}}']])(
    'cat prints the rows that match the VARIANT predicate %s',
    async (where) => {
      expect(await idsOf('cat', '--where', where)).toEqual([5]);
    },
  );

  it('--where on VARIANT paths works in row groups where only some values are shredded', async () => {
    expect(await idsOf('cat', '--where', 'event.user.id >= 94')).toEqual([94, 96, 98]);
    expect(await idsOf('cat', '--where', "event.user.id like 'no 9%'")).toEqual([91, 93, 95, 97]);
    expect(await idsOf('cat', '--where', 'place.at.x > 95 and id < 97')).toEqual([96]);
    expect(await idsOf('tail', '--where', 'event.user.id < 50', '-n', '2')).toEqual([47, 48]);
    expect((await idsOf('sample', '--where', 'event.user.id < 5', '-n', '5')).length).toBe(5);
  });

  it('--where on VARIANT paths can be combined with paths in --columns', async () => {
    const { stdout } = await run('cat', '--columns', 'event.user.name', '--where', 'event.user.id > 96');
    expect(jsonLines(stdout)).toEqual([{ 'event.user.name': 'n98' }]);
  });

  it('--where on VARIANT paths can be combined with --order-by', async () => {
    expect(await idsOf('cat', '--where', 'event.user.id < 90', '--order-by', 'id desc', '--limit', '3')).toEqual([
      88, 86, 84,
    ]);
  });

  it('count prints the number of rows that match a VARIANT predicate', async () => {
    expect((await run('count', '--where', 'event.user.id < 60')).stdout).toBe('54\n');
    expect((await run('count', '--where', 'event.missing is null')).stdout).toBe('100\n');
  });

  it('plan uses the statistics of a shredded VARIANT path to skip row groups', async () => {
    const { stdout } = await run('plan', '--where', 'event.user.id < 20', '--columns', 'event.user.id', '--json');
    const plan = JSON.parse(stdout) as { rows: number; skipped: { rowGroup: number; by: string; column: string }[] };
    expect(plan.rows).toBe(50);
    expect(plan.skipped.map(({ rowGroup, by }) => [rowGroup, by])).toEqual([
      [1, 'statistics'],
      [2, 'statistics'],
    ]);
    expect(plan.skipped[0]?.column).toBe('event.typed_value.user.typed_value.id.typed_value');
  });
});

describe('invalid VARIANT paths', () => {
  it.each([
    [['cat', '--columns', 'event.user.id', '--format', 'arrow'], '--format arrow cannot print event.user.id'],
    [['cat', '--columns', 'missing.id'], 'there is no column missing'],
    [['cat', '--columns', 'id.user'], 'there is no column id.user'],
    [['cat', '--columns', 'names.id'], 'names.id'],
    [['cat', '--columns', 'event.value,event.user.id'], 'storage columns of the VARIANT event'],
    [['cat', '--where', 'event.user.id contains 3'], '--where: `contains` is not an operator'],
    [['count', '--where', '{"event.user.id":{"gt":null}}'], '--where: `gt` has an operand of the wrong type'],
    [['plan', '--where', 'events.user.id > 3'], '--where: there is no column events'],
    [['cat', '--where', 'event.user.id > 3 and missing = 1'], '--where: there is no column missing'],
  ])('a command rejects the invalid VARIANT path in the arguments %j', async ([command = '', ...args], message) => {
    const { code, stdout, stderr } = await run(command, ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('--order-by with VARIANT paths', () => {
  it('--order-by sorts by a VARIANT path whose values have one type', async () => {
    const { code, stderr, stdout } = await run('cat', '--order-by', 'place.at.x desc', '--limit', '1');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('`orderBy` cannot sort by a path into a VARIANT: it is not shredded into a typed column');
    const sink = memorySink();
    await writeParquet(sink, rows.slice(0, 50), { schema });
    const typed = fileOf(sink.bytes);
    const order = ['--order-by', 'event.user.id desc', '--limit', '2', '--columns', 'id,event.user.id'];
    const expected = [
      { id: 48, 'event.user.id': 48 },
      { id: 47, 'event.user.id': 47 },
    ];
    expect(jsonLines((await runCli(['cat', typed, ...order])).stdout)).toEqual(expected);
    expect(jsonLines((await runCli(['cat', typed, typed, ...order])).stdout)).toEqual([expected[0], expected[0]]);
    expect((await run('cat', ...order)).stderr).toContain('its typed column has type INT32');
  });
});
