// Checks the layer rule, with the import statements of every src/ and the dependencies in each package.json. The table
// is scripts/layers.json. A package imports only from lower layers (the exceptions are in `sameLayer`) and declares
// exactly what it imports (a package in `bundled`, which an app bundles, as a development dependency). It uses Node
// only under its `node` export condition, and generates no code at run time. Imports within a package do not form
// circles, type-only imports included: a type that two files need is in a separate file.
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importCircles } from './import-circles.mjs';
import { inspectSource } from './source-file.mjs';
import { members, readJson, root } from './workspace.mjs';

const nodeGlobals = new Set(['Buffer', 'process', 'global', 'require', '__dirname', '__filename']);

/**
 * Checks that the packages of a workspace follow the layer rule. Returns `{ faults, packages }`, where `packages` maps
 * each folder to `{ layer, imports, declares }`.
 */
export function checkLayers(workspace = root, table = readJson(join(workspace, 'scripts/layers.json'))) {
  const layerOf = new Map(
    Object.entries(table.layers).flatMap(([layer, folders]) => folders.map((folder) => [folder, Number(layer)])),
  );
  /** @type {string[]} */
  const faults = [];
  /** @type {Record<string, { layer: number | undefined, imports: string[], declares: string[] }>} */
  const packages = {};
  const all = members(workspace);
  const folderOf = new Map(all.map(({ folder, manifest }) => [manifest.name, folder]));
  const existing = new Set(all.map(({ folder }) => folder));
  for (const folder of [...layerOf.keys(), ...table.apps].filter((name) => !existing.has(name))) {
    faults.push(`scripts/layers.json names ${folder}, which does not exist`);
  }

  for (const member of all) {
    const { folder, manifest } = member;
    const isApp = table.apps.includes(folder);
    const mayUseNode = isApp || matches(table.node, folder);
    const fault = (where, message) => faults.push(`${relative(workspace, where).split(sep).join('/')}: ${message}`);
    if (!layerOf.has(folder)) fault(member.path, 'has no layer: add it to scripts/layers.json');

    const imported = new Set();
    /** @type {Map<string, string[]>} */
    const importsOf = new Map();
    for (const file of sourceFiles(join(member.path, 'src'))) {
      const isNodeFile = isApp || /\.node\.ts$|[\\/]src[\\/]node[\\/]/.test(file);
      const { imports, globals, generatesCode } = inspectSource(file, nodeGlobals);
      importsOf.set(file, imports);
      for (const specifier of imports) {
        if (specifier.startsWith('.')) {
          if (!isNodeFile && /\.node\.js$|\/node\//.test(specifier))
            fault(file, `imports ${specifier}, but only *.node.ts and src/node/ may import modules for Node`);
        } else if (specifier.startsWith('node:')) {
          if (!mayUseNode)
            fault(file, `imports ${specifier}, but this package does not have the export condition node`);
          else if (!isNodeFile) fault(file, `imports ${specifier} outside *.node.ts and src/node/`);
        } else {
          imported.add(packageName(specifier));
        }
      }
      for (const name of globals) {
        if (name === 'Buffer' || !isNodeFile) fault(file, `uses the Node global ${name}`);
      }
      if (generatesCode) fault(file, 'compiles code from a string (eval or new Function)');
    }

    for (const circle of importCircles(importsOf)) {
      const files = circle.map((file) => relative(member.path, file).split(sep).join('/'));
      fault(member.path, `imports form a circle: ${files.join(', ')}`);
    }

    const declared = new Set(
      ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) => Object.keys(manifest[kind] ?? {})),
    );
    for (const name of table.bundled?.[folder] ?? []) {
      if (!imported.delete(name)) fault(member.path, `bundles ${name}, but does not import it`);
      if (manifest.devDependencies?.[name] === undefined)
        fault(member.path, `bundles ${name}, which must be a development dependency`);
    }
    for (const name of imported)
      if (!declared.has(name)) fault(member.path, `imports ${name}, but does not declare it`);
    for (const name of declared)
      if (!imported.has(name)) fault(member.path, `declares ${name}, but does not import it`);

    const edges = [...new Set([...imported, ...declared])].map((name) => folderOf.get(name)).filter(Boolean);
    for (const target of edges) {
      const isException = table.sameLayer.some(({ from, to }) => from === folder && to === target);
      if (layerOf.get(target) >= layerOf.get(folder) && !isException) {
        fault(
          member.path,
          `is in layer ${layerOf.get(folder)} and must not use ${target} of layer ${layerOf.get(target)}`,
        );
      }
      for (const { from, to, why } of table.never) {
        if (matches(from, folder) && matches(to, target)) fault(member.path, `must not use ${target}: ${why}`);
      }
    }
    packages[folder] = { layer: layerOf.get(folder), imports: [...imported].sort(), declares: [...declared].sort() };
  }
  return { faults, packages };
}

function matches(patterns, folder) {
  return patterns.some(
    (pattern) => pattern === folder || (pattern.endsWith('*') && folder.startsWith(pattern.slice(0, -1))),
  );
}

function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, packages } = checkLayers();
  for (const fault of faults) console.error(fault);
  console.log(`${Object.keys(packages).length} packages and apps, ${faults.length} problems`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
