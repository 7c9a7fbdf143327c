// Runs a program, and adds up the processor times of the program and of all processes that it starts. Runs only on
// Linux, because it reads /proc.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second. /proc reports processor times in ticks; there are 100 per second on all common Linux systems. */
const ticksPerSecond = 100;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((i) => Number(fields[i]));
    return { parent, own: user + system, reaped: childUser + childSystem };
  } catch {
    return undefined;
  }
}

const textOf = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Runs a program until it exits. Returns the elapsed seconds, and for each process, by its command line, the processor
 * seconds and the peak resident memory in bytes. `execution` is the processor time between the two lines that the Spark
 * example prints when execution starts and ends.
 */
export async function runTree(program, args, env = {}) {
  const start = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  /** The processor seconds of all processes when the program reported the start and the end of the execution. */
  const marks = {};
  child.stdout.on('data', (bytes) => {
    output += bytes;
    for (const [name, line] of Object.entries({ started: 'have started', ended: 'execution took' })) {
      if (marks[name] !== undefined || !output.includes(line)) continue;
      look();
      marks[name] = total();
    }
  });
  const seen = new Map([[child.pid, { command: [program, ...args].join(' '), own: 0, reaped: 0, peakBytes: 0 }]]);
  const look = () => {
    const parents = new Map();
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      const stat = pid > 0 ? statOf(pid) : undefined;
      if (stat !== undefined) parents.set(pid, stat);
    }
    const isOurs = (pid) => seen.has(pid) || (parents.has(parents.get(pid)?.parent) && isOurs(parents.get(pid).parent));
    for (const [pid, { own, reaped, parent }] of parents) {
      if (!isOurs(pid)) continue;
      const known = seen.get(pid) ?? { command: '', own: 0, reaped: 0, peakBytes: 0, parent };
      known.command = textOf(pid, 'cmdline').replaceAll('\0', ' ').trim() || known.command;
      known.own = Math.max(known.own, own);
      known.reaped = Math.max(known.reaped, reaped);
      known.peakBytes = Math.max(
        known.peakBytes,
        1024 * Number(/VmHWM:\s+(\d+)/.exec(textOf(pid, 'status'))?.[1] ?? 0),
      );
      seen.set(pid, known);
    }
  };
  const total = () => [...seen.values()].reduce((sum, { own }) => sum + own, 0) / ticksPerSecond;
  const timer = setInterval(look, 40);
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const processes = [...seen.values()].map(({ command, own, peakBytes }) => ({
    command,
    cpu: own / ticksPerSecond,
    peakBytes,
  }));
  return { seconds, output, processes, cpu: total(), execution: marks.ended - marks.started };
}
