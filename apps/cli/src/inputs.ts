/**
 * Expands the FILE arguments of a command: paths, URLs, and patterns, which are replaced by the files that match them.
 * Most commands accept folders as well.
 */
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isParquetError } from '@marquetry/core';
import { UsageError } from './failure.js';

/** An argument that matches is a pattern such as `*.parquet`, unless a file has exactly that name. */
const magic = /[*?[\]{}]|[!+@]\(/;

/**
 * Returns the files that the arguments name, in argument order; the files that match a pattern are sorted. The command
 * receives a pattern if the user quotes it or the shell does not expand it.
 * @throws UsageError for a pattern that no file matches.
 */
export async function inputsOf(names: readonly string[]): Promise<readonly string[]> {
  return expanded(names, isPattern);
}

/**
 * Like {@link inputsOf}, but also replaces a folder with the Parquet files in it, at any depth. Ignores names that
 * start with `.` or `_`.
 * @throws UsageError for a pattern or folder without files.
 */
export async function filesOf(names: readonly string[]): Promise<readonly string[]> {
  return expanded(names, (name) => isPattern(name) || isFolder(name));
}

/** True for a summary file, which describes the row groups of many files. All writers name such a file `_metadata`. */
export function isSummary(name: string): boolean {
  return /(^|[/\\])_metadata$/.test(name);
}

/** Returns the file that the arguments name if there is only one; undefined for several, a pattern or a folder. */
export function onlyFileOf(names: readonly string[]): string | undefined {
  const [only, ...others] = names;
  return only === undefined || others.length > 0 || isPattern(only) || isFolder(only) ? undefined : only;
}

async function expanded(names: readonly string[], isExpanded: (name: string) => boolean): Promise<readonly string[]> {
  const inputs: string[] = [];
  for (const name of names) {
    if (isExpanded(name)) inputs.push(...(await matchesOf(name)));
    else inputs.push(name);
  }
  return inputs;
}

function isPattern(name: string): boolean {
  return magic.test(name) && !/^(https?|file):/i.test(name) && !existsSync(name);
}

export function isFolder(name: string): boolean {
  if (/^https?:/i.test(name)) return false;
  try {
    return statSync(pathOf(name), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Treat the argument as a file: opening that file reports the error.
    return false;
  }
}

function pathOf(name: string): string {
  return /^file:/i.test(name) ? fileURLToPath(name) : name;
}

async function matchesOf(name: string): Promise<readonly string[]> {
  const { listFiles } = await import('marquetry/list-files');
  try {
    return await listFiles(pathOf(name));
  } catch (error) {
    throw isParquetError(error) ? new UsageError(error.message) : error;
  }
}
