/**
 * The demo's own file: three million flights, from the npm package vega-datasets (BSD-3-Clause).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of the file. The package exports its JavaScript only, so that the data is found through its folder. */
export function flightsPath(): string {
  const entry = fileURLToPath(import.meta.resolve('vega-datasets'));
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'data', 'flights-3m.parquet');
    if (existsSync(path)) return path;
  }
  throw new Error(`vega-datasets is installed without data/flights-3m.parquet (looked above ${entry})`);
}
