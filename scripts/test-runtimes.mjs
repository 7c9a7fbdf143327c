// `npm run test:runtimes`: installs Node 20, 22 and 26, Bun, Deno and workerd from their lockfile in tests/runtimes/, and runs the
// runtime tests with all of them on PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { root } from './workspace.mjs';

const folder = join(root, 'tests', 'runtimes');
installApart(folder);

const { arch } = process;
const arm = arch === 'arm64';
const programs = {
  bun: [`@oven/bun-linux-${arm ? 'aarch64' : arch}/bin/bun`],
  deno: [`@deno/linux-${arch}-glibc/deno`],
  workerd: [`@cloudflare/workerd-linux-${arm ? 'arm64' : '64'}/bin/workerd`],
  node: [20, 22, 26].map((major) => `node-${major}-linux-${arch}/bin/node`),
};

// Tests search PATH but ignore folders in node_modules, so create a folder with a link to each program.
const links = join(root, '.cache', 'runtimes');
rmSync(links, { recursive: true, force: true });
const folders = Object.entries(programs).flatMap(([name, paths]) =>
  paths.flatMap((path, i) => {
    const program = join(folder, 'node_modules', path);
    if (!existsSync(program)) {
      console.error(`${path} was not installed: it may not support ${process.platform}-${arch}`);
      return [];
    }
    mkdirSync(join(links, `${name}-${i}`), { recursive: true });
    symlinkSync(program, join(links, `${name}-${i}`, name));
    return [join(links, `${name}-${i}`)];
  }),
);

const files = [
  'tests/runtime/others',
  'tests/runtime/node.test',
  'tests/runtime/chromium.test',
  'tests/installs/alone',
];
const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...process.argv.slice(2)];
const PATH = [process.env.PATH, ...folders].join(delimiter);
const { status, error } = spawnSync(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH },
});
if (error) throw error;
process.exitCode = status ?? 1;
