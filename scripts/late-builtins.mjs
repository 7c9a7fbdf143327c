// An esbuild plugin for packages of others that are bundled into a program for Node, and were written for `require`.
//
// A module of Node's own is fetched by `process.getBuiltinModule`, as an ES module has no `require`. `node:child_process`, which brings
// sockets and datagrams with it, is fetched when it is first used: commander needs it only for commands that are programs.
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
