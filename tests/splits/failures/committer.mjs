// A program that commits results: `node committer.mjs RESULTS OUT`. RESULTS is a file with one result per line.
import { readFileSync } from 'node:fs';
import { commitSplits } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { hooked, hookOfEnvironment } from './hooks.mjs';

const [results, out] = process.argv.slice(2);
const lines = readFileSync(results, 'utf8').trim().split('\n');
const { created } = await commitSplits(lines, {
  target: hooked(diskStore(out), hookOfEnvironment()),
  mode: 'one-file',
});
console.log(JSON.stringify({ created }));
