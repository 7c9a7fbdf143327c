// `npm run inspector`: serves the built inspector on 127.0.0.1, at http://127.0.0.1:4173. `npm run inspector -- --port 8080` chooses the port.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const app = join(root, 'apps', 'inspector');
const vite = join(app, 'node_modules', 'vite', 'bin', 'vite.js');
const args = [vite, 'preview', '--host', '127.0.0.1', '--strictPort', ...process.argv.slice(2)];
const { status, error } = spawnSync(process.execPath, args, { cwd: app, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 0;
