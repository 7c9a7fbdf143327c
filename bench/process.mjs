// Starts the processes that measure, one at a time.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Command-line arguments of Node for every process that takes measurements. */
export const flags = ['--expose-gc', '--max-old-space-size=12288'];
/** Maximum duration of a process, in milliseconds. A process that takes longer is killed, and the report names it. */
const longest = 240_000;

/**
 * Runs a script in this folder in a Node process with one JSON argument, and returns the JSON object that it prints.
 */
export function measureInProcess(script, task, { node = process.execPath, env = {} } = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...flags, path, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, POLARS_MAX_THREADS: '1', ...env },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), longest);
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (text) => (output[stream] += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      // The result is the last JSON object, because a library may print text before it.
      const json = output.stdout.slice(output.stdout.lastIndexOf('\n{') + 1);
      if (code === 0 && json.startsWith('{')) resolve(JSON.parse(json));
      else
        resolve({ error: signal === null ? `exit code ${code}: ${output.stderr.slice(-400)}` : `ended by ${signal}` });
    });
  });
}
