// Kills or stops this process at a chosen event of a store: once, in the first process that reaches it.
import { writeFileSync } from 'node:fs';

/**
 * Returns the store with hooks. `hook` is `{ at, nth, signal, marker }`: when the event `at` occurs for the `nth` time
 * in this process, the process sends `signal` to itself. Only one process does so: the first to create the file
 * `marker`, which contains its process id.
 */
export function hooked(store, hook) {
  if (hook === undefined) return store;
  let count = 0;
  const reach = (event) => {
    if (event !== hook.at || ++count !== hook.nth) return;
    try {
      writeFileSync(hook.marker, String(process.pid), { flag: 'wx' });
    } catch {
      return;
    }
    process.kill(process.pid, hook.signal);
  };
  return {
    ...store,
    sink: (key) => {
      const sink = store.sink(key);
      return {
        write: async (bytes, signal) => {
          reach('before');
          // At the event `while`, half of the bytes have been written to the temporary file.
          const half = bytes.length >> 1;
          await sink.write(bytes.subarray(0, half), signal);
          reach('while');
          await sink.write(bytes.subarray(half), signal);
        },
        close: async () => {
          await sink.close();
          reach('after');
        },
        abort: (reason) => sink.abort(reason),
      };
    },
    put: async (key, bytes, options) => {
      const isManifest = /^_manifest\/[0-9a-f]{64}\.json$/.test(key);
      if (!isManifest) return store.put(key, bytes, options);
      reach('before manifest');
      const creating = store.put(key, bytes, options);
      // The signal arrives while the file is created: after `nth` milliseconds, or earlier if the file is complete.
      if (hook.at === 'at manifest') {
        const { nth } = hook;
        hook.nth = 1;
        await Promise.race([creating, new Promise((resolve) => setTimeout(resolve, nth - 1))]);
        reach('at manifest');
      }
      const created = await creating;
      reach('after manifest');
      return created;
    },
  };
}

/** Returns the hook that the environment variables of the process describe. */
export const hookOfEnvironment = () => (process.env.HOOK ? JSON.parse(process.env.HOOK) : undefined);
