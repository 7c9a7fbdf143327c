// A worker of the pool: `node worker.mjs OUT`. Executes the splits of standard input, one per line, and prints one result per line.
import { createInterface } from 'node:readline';
import { executeSplit } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { hooked, hookOfEnvironment } from './hooks.mjs';
import { task } from './setup.mjs';

const output = hooked(diskStore(process.argv[2]), hookOfEnvironment());
let executed = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const attempt = `${process.pid}-${Date.now().toString(36)}-${executed++}`;
  try {
    console.log(JSON.stringify(await executeSplit(line, task, { attempt, output })));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error.message ?? error), code: error.code }));
  }
}
