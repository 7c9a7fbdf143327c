// Compares the speed of two checkouts. Each checkout runs in a process that is warmed up. The two processes take
// samples alternately, so that other work on the machine affects both equally.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { flags } from './process.mjs';
import { median } from './timing.mjs';

function start(script, root, node) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execPath: node ?? process.execPath,
    execArgv: flags,
    env: { ...process.env, MARQUETRY_ROOT: root },
  });
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const onExit = (code, signal) => reject(new Error(`a process ended: ${signal ?? `exit code ${code}`}`));
      child.once('exit', onExit);
      child.once('message', (answer) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(answer.error));
      });
      child.send(message);
    });
  return { ask, end: () => child.kill() };
}

/**
 * Runs the old and the new checkout (`roots`) in one process each, and takes `samples` samples from each, alternately.
 * Returns, for each function that both checkouts can time, the two medians in milliseconds, and the median of the
 * ratios of adjacent samples, new divided by old.
 */
export async function takeTurns({ script, task }, roots, { samples, node, isSwapped }) {
  const order = isSwapped ? [1, 0] : [0, 1];
  const sides = [];
  try {
    const names = [];
    // Warm up the processes one after the other, because otherwise they would compete for the processor.
    for (const i of order) {
      sides[i] = start(script, roots[i], node);
      names[i] = (await sides[i].ask({ ...task, root: roots[i] })).names;
    }
    const found = new Map();
    for (const name of names[1].filter((known) => names[0].includes(known))) {
      const pairs = [];
      for (let k = 0; k < samples; k++) {
        const pair = [];
        for (const i of k % 2 === 0 ? order : [...order].reverse()) {
          pair[i] = (await sides[i].ask({ sample: name })).milliseconds;
        }
        pairs.push(pair);
      }
      found.set(name, {
        old: median(pairs.map(([before]) => before)),
        new: median(pairs.map(([, after]) => after)),
        ratio: median(pairs.map(([before, after]) => after / before)),
      });
    }
    return found;
  } finally {
    for (const side of sides) side?.end();
  }
}
