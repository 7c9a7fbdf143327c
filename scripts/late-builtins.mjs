// An esbuild plugin for third-party packages that use `require` and are bundled into a program for Node. The plugin
// loads Node's own modules with `process.getBuiltinModule`, because an ES module has no `require`.
// `node:child_process`, which also loads sockets and datagrams, is loaded when it is first used: commander needs it
// only for subcommands that are separate programs.
import { readFileSync } from 'node:fs';

const late = ['node:child_process'];

/** @type {import('esbuild').Plugin} */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.c?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\brequire\('(node:\w+)'\)/g, (_, name) => {
        const module = `globalThis.process.getBuiltinModule('${name}')`;
        return late.includes(name) ? `new Proxy({}, { get: (_, member) => ${module}[member] })` : module;
      }),
      loader: 'js',
    }));
  },
};
