import { expect, it, vi } from 'vitest';
import { runCli } from './run-cli.js';

vi.mock('marquetry', async (load) => ({
  ...(await load<typeof import('marquetry')>()),
  openParquet: () => Promise.reject(new Error('the file was opened')),
}));

it.each<[name: string, reason: string]>([
  ['file://host/x', 'a file URL must not name a host: write file:///path'],
  ['file:///nowhere/at.all', 'no such file'],
  ['/nowhere/at.all', 'no such file'],
  ['http:///', 'not a valid URL'],
])('for the input %s, the command exits with 2 before it opens a file', async (name, reason) => {
  const stderr = `marquetry: ${name}: ${reason}\n`;
  expect(await runCli(['cat', name])).toEqual({ code: 2, stdout: '', stderr });
});
