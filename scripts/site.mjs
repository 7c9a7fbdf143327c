// `npm run site`: builds the documentation site and serves it on 127.0.0.1. `npm run site -- --build` only builds, to
// apps/site/.cache/dist. The dependencies of the site are installed from apps/site/pnpm-lock.yaml. Once they are
// installed, this needs no network.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { escaped, referencePackages, writeSitePages } from './site-pages.mjs';
import { writeReference } from './site-reference.mjs';
import { root } from './workspace.mjs';

const site = join(root, 'apps', 'site');
const cache = join(site, '.cache');

function run(command, args) {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { cwd: site, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

// No install script has to run, because esbuild is installed together with a binary for the platform.
installApart(site, ['--ignore-scripts']);
const pages = join(cache, 'pages');
writeSitePages(pages);
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, 'lists.json'), JSON.stringify({ packages: referencePackages() }));
writeReference(join(pages, 'reference'), escaped);
run('node_modules/vitepress/bin/vitepress.js', ['build']);
if (!process.argv.includes('--build'))
  run('node_modules/vitepress/bin/vitepress.js', ['preview', '--host', '127.0.0.1']);
