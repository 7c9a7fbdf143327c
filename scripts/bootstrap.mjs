// Prepares a checkout, and runs a task of package.json in it: `node scripts/bootstrap.mjs task:NAME [arguments]`.
// It needs only Node 20 or later and npm: it gets the pinned pnpm and installs the lockfile, which on Linux includes the pinned Node
// that the tools run on. It installs again only when a manifest changes, so a second run needs no network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Ends the process if the installed Node is too old for the tools. On Linux x64 and arm64, the workspace installs its own Node. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const pinned = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  if (pinned && major >= 20) return;
  if ((major === 22 && minor >= 18) || (major === 24 && minor >= 11) || major >= 26) return;
  const needed = pinned ? '>= 20' : '^22.18 || ^24.11 || >= 26';
  console.error(
    `This workspace needs Node ${needed} on ${process.platform}-${process.arch}; this is ${process.version}.`,
  );
  process.exit(1);
}

/**
 * Returns the environment variables with the workspace's tools first on PATH. The variable may be spelled `PATH` or
 * `Path`.
 */
function environment() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const names = Object.keys(env).filter((name) => name.toUpperCase() === 'PATH');
  const path = names.map((name) => env[name]).filter(Boolean);
  for (const name of names) delete env[name];
  env.PATH = [bin, ...path].join(delimiter);
  // Turn colors off, because some tools print them by default even if the output is a pipe.
  if (!process.stdout.isTTY && env.FORCE_COLOR === undefined) env.NO_COLOR ??= '1';
  return env;
}

function run(command, args, shell = false) {
  const result = spawnSync(command, args, { cwd: root, env: environment(), stdio: 'inherit', shell });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Returns a hash of all files that affect the result of an install. */
function installState() {
  const manifests = ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`))
    .filter((file) => existsSync(join(root, file)));
  const hash = createHash('sha256');
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'tests/package.json',
    ...manifests.sort(),
  ]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function install() {
  const stampFile = join(root, 'node_modules', '.bootstrap-stamp');
  const state = installState();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === state) return;
  // Without this option, pnpm would ask before it replaces a node_modules folder that has another layout, and would
  // fail without a terminal.
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', '--config.confirm-modules-purge=false'];
  const npm = process.env.npm_execpath ?? '';
  if (/npm-cli\.js$/.test(npm)) {
    run(process.execPath, [npm, 'exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...args]);
  } else {
    run('npx', ['--yes', packageManager, ...args], isWindows);
  }
  writeFileSync(stampFile, state);
}

requireNode();
install();
run(join(bin, isWindows ? 'pnpm.CMD' : 'pnpm'), ['--silent', 'run', ...process.argv.slice(2)], isWindows);
