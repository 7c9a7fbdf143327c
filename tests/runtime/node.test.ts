/** Tests the built packages with the Node on PATH, which may be Node 20, and with the Node version that the workspace pins. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFull } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';
import { isSupported, type NodeBinary, nodesOnPath, ownNode } from './nodes.js';

const program = fileURLToPath(new URL('read-fixtures.mjs', import.meta.url));
const others = nodesOnPath().filter(isSupported);

function run({ path }: NodeBinary): {
  readonly status: number | null;
  readonly stderr: string;
  readonly stdout: string;
} {
  // Run a separate Node process, without the settings of the test runner.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return spawnSync(path, [program], { encoding: 'utf8', env });
}

function expectAllRead(node: NodeBinary): void {
  const { status, stderr, stdout } = run(node);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { node: version, files } = JSON.parse(stdout) as { node: string; files: string[] };
  expect(version).toBe(node.version);
  expect(files).toHaveLength(14);
}

describe('the built packages read every codec, in the main thread and a worker', () => {
  test(`the built packages read every codec in the workspace's own Node, ${ownNode.version}`, () =>
    expectAllRead(ownNode));

  const [onPath] = others;
  const name = 'in the Node on PATH';
  if (onPath === undefined)
    test.skip(`the built packages read every codec ${name} (skipped: older than 20.19)`, () => {});
  else test(`the built packages read every codec ${name}, ${onPath.version}`, () => expectAllRead(onPath));

  for (const node of isFull ? others.slice(1) : [])
    test(`the built packages read every codec in another Node on PATH, ${node.version}`, () => expectAllRead(node));

  for (const node of [ownNode, ...others]) {
    test(`require() loads marquetry in Node ${node.version}`, () => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const code = "console.log(typeof require('marquetry').openParquet)";
      const cwd = fileURLToPath(new URL('.', import.meta.url));
      const { status, stdout } = spawnSync(node.path, ['-e', code], { encoding: 'utf8', env, cwd });
      expect({ status, stdout }).toEqual({ status: 0, stdout: 'function\n' });
    });
  }
});
