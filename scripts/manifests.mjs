// The fields that all published manifests share: license, addresses, entries for old resolvers. The addresses are derived from
// `repository` and `homepage` of the root package.json. If it has none, they are left out, and no published README may have a relative
// link.
//
//   node scripts/manifests.mjs            lists the differences
//   node scripts/manifests.mjs --write    writes the manifests
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { published, readJson, root } from './workspace.mjs';

/** The keywords that every package has, in addition to at least one of its own. */
const commonKeywords = ['parquet', 'apache-parquet', 'marquetry', 'typescript'];

/**
 * Returns the fields for resolvers that do not support `exports`. Only old tools for Node have such resolvers, so the
 * fields name the files built for Node.
 */
function oldEntries({ exports: entries }) {
  const main = entries?.['.']?.node ?? entries?.['.']?.default ?? entries?.['.'];
  if (main === undefined) return {};
  const built = typeof main === 'string' ? { default: main, types: entries['.'].types } : main;
  return { main: built.default, types: built.types };
}

/** Returns the URL of the repository without `git+` and `.git`, or `undefined` if the manifest does not name one. */
function addressOf({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** Returns the fields that a manifest must have. A field with the value `undefined` must be absent. */
export function derivedFields(manifest, path, rootManifest) {
  const address = addressOf(rootManifest);
  const directory = path.slice(root.length + 1).replaceAll('\\', '/');
  return {
    keywords: [...new Set([...commonKeywords, ...(manifest.keywords ?? [])])],
    license: rootManifest.license,
    repository: address && { type: 'git', url: `git+${address}.git`, directory },
    homepage: address && (rootManifest.homepage ?? `${address}/tree/main/${directory}#readme`),
    bugs: address && { url: `${address}/issues` },
    ...oldEntries(manifest),
  };
}

/** Returns the faults in a manifest. */
export function manifestFaults({ manifest, path }, rootManifest) {
  const faults = Object.entries(derivedFields(manifest, path, rootManifest))
    .filter(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))
    .map(([name, value]) => `\`${name}\` must be ${JSON.stringify(value)}`);
  if (!(manifest.description?.length >= 20))
    faults.push('`description` must be a sentence about what the package does');
  if (new Set(manifest.keywords).size <= commonKeywords.length)
    faults.push('`keywords` must include some that are specific to the package');
  return faults.map((fault) => `${manifest.name}: ${fault}: run node scripts/manifests.mjs --write`);
}

/** Returns a manifest with all derived fields. */
export function completed(manifest, path, rootManifest) {
  return sorted({ ...manifest, ...derivedFields(manifest, path, rootManifest) });
}

const order = ['name', 'version', 'description', 'keywords', 'license', 'repository', 'homepage', 'bugs'];

/** Returns the manifest with its fields sorted: first the fields that identify the package, then the others. */
function sorted(manifest) {
  const { main, types, ...others } = manifest;
  const first = Object.fromEntries(order.filter((name) => name in others).map((name) => [name, others[name]]));
  const rest = Object.entries(others).filter(([name]) => !order.includes(name));
  const entries = rest.flatMap(([name, value]) =>
    name === 'exports' && main !== undefined
      ? [
          ['main', main],
          ['types', types],
          [name, value],
        ]
      : [[name, value]],
  );
  return { ...first, ...Object.fromEntries(entries) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rootManifest = readJson(join(root, 'package.json'));
  const writes = process.argv.includes('--write');
  let count = 0;
  for (const member of published()) {
    const faults = manifestFaults(member, rootManifest);
    count += faults.length;
    for (const fault of faults) console.log(fault);
    if (!writes || faults.length === 0) continue;
    const file = join(member.path, 'package.json');
    const changed = completed(JSON.parse(readFileSync(file, 'utf8')), member.path, rootManifest);
    writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
  }
  console.log(writes ? 'written' : `${count} problems`);
  process.exitCode = writes || count === 0 ? 0 : 1;
}
