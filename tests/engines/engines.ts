/** The engines, such as Spark, on which the examples of distributed work run, and the programs that start them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'examples');
const commandLine = join(root, 'apps/cli/bin/marquetry.js');

/** The environment of a program that uses the built packages, without the options of the test runner. */
export const programEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_OPTIONS: '',
  VITEST: '',
  NODE_COMPILE_CACHE: '',
  MARQUETRY: `${process.execPath} ${commandLine}`,
};

const finds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: programEnvironment }).status === 0;

/** The path of a Python that has pyspark. Undefined if there is none, or if Java is not installed. */
export const sparkPython: string | undefined = (() => {
  const python = process.env['MARQUETRY_SPARK'] ?? 'python3';
  return finds(python, ['-c', 'import pyspark']) && finds('java', ['-version']) ? python : undefined;
})();

const hasRedis: boolean = finds('redis-server', ['--version']);
const hasBullmq: boolean = existsSync(join(examples, 'bullmq/node_modules/bullmq'));
export const isBuilt: boolean =
  existsSync(join(root, 'packages/splits/dist/index.js')) && existsSync(join(root, 'apps/cli/dist/main.js'));

/** An engine, and the programs it needs that are missing on this machine. */
export interface Engine {
  readonly name: string;
  readonly missing: readonly string[];
  readonly program: string;
  readonly main: string;
  /** Returns a predicate `column > number` or `column < number` in the form that the example expects. */
  readonly where: (column: string, test: 'gt' | 'lt', number: number) => string;
}

const json: Engine['where'] = (column, test, number) => JSON.stringify({ [column]: { [test]: number } });
const unless = (isThere: boolean, what: string): string[] => (isThere ? [] : [what]);

export const engines: readonly Engine[] = [
  {
    name: 'worker-threads',
    missing: unless(isBuilt, 'a build'),
    program: process.execPath,
    main: join(examples, 'worker-threads/main.js'),
    where: json,
  },
  {
    name: 'bullmq',
    missing: [
      ...unless(isBuilt, 'a build'),
      ...unless(hasRedis, 'redis-server'),
      ...unless(hasBullmq, 'BullMQ, which `npm run example -- bullmq` installs'),
    ],
    program: process.execPath,
    main: join(examples, 'bullmq/main.js'),
    where: json,
  },
  {
    name: 'spark',
    missing: [...unless(isBuilt, 'a build'), ...unless(sparkPython !== undefined, 'pyspark with Java')],
    program: sparkPython ?? 'python3',
    main: join(examples, 'spark/run.py'),
    where: (column, test, number) => `${column} ${test === 'gt' ? '>' : '<'} ${number}`,
  },
];

/** Lets the examples import the built package, as an installation would. */
export function linkSplits(): void {
  const scope = join(examples, 'node_modules/@marquetry');
  mkdirSync(scope, { recursive: true });
  if (!existsSync(join(scope, 'splits'))) symlinkSync(join(root, 'packages/splits'), join(scope, 'splits'), 'junction');
}
