/**
 * The default file: three million flights, from the npm package vega-datasets (BSD-3-Clause).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of the file. The package exports only its JavaScript, so the path is derived from the package's folder. */
export function flightsPath(): string {
  const entry = fileURLToPath(import.meta.resolve('vega-datasets'));
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'data', 'flights-3m.parquet');
    if (existsSync(path)) return path;
  }
  throw new Error(
    `data/flights-3m.parquet is missing from the installed package vega-datasets (searched the parent folders of ${entry})`,
  );
}
