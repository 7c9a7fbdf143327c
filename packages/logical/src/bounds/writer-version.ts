/**
 * Decides which writers' deprecated bounds of byte arrays can be trusted.
 *
 * parquet-mr before 1.8.0 wrote wrong bounds (PARQUET-251); Cloudera's builds of 1.5.0 have the fix from cdh5.5.0 on. A file
 * without a writer's name may come from one of the affected versions (PARQUET-297).
 *
 *   created_by = application " version " version [" (build " hash ")"]
 */

/** The parts of a `created_by` string. */
export interface WriterName {
  readonly application: string;
  /** The version of the application; absent if only the application is named. */
  readonly version?: string;
}

const createdBy = /^(.*?)\s+version\s*([^(]*?)\s*(?:\(\s*build[^)]*\))?$/;

/**
 * Parses the name and version of a file's writer from `created_by` in its footer. Returns undefined if `created_by`
 * does not name a writer in the usual form.
 */
export function parseWriter(text: string): WriterName | undefined {
  // Longer text is not matched, because that would take more than linear time, and no real writer has such a long name.
  if (text.length > 1000) return undefined;
  const [, application, version] = createdBy.exec(text) ?? [];
  if (application === undefined) return undefined;
  return version === '' ? { application } : { application, version: version as string };
}

/**
 * Returns true if the writer's deprecated `min` and `max` of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY columns can be
 * trusted.
 */
export function trustsByteArrayBounds(writer: string | undefined): boolean {
  const parsed = writer === undefined ? undefined : parseWriter(writer);
  if (parsed === undefined) return false;
  if (parsed.application !== 'parquet-mr') return true;
  const version = parsed.version === undefined ? undefined : parseVersion(parsed.version);
  if (version === undefined) return false;
  const fixed: Version = { numbers: [1, 8, 0, 0], preRelease: [] };
  const clouderaFixed: Version = { numbers: [1, 5, 0, 0], preRelease: ['cdh5', '5', '0'] };
  const clouderaEnd: Version = { numbers: [1, 5, 0, 0], preRelease: [] };
  if (compareVersions(version, fixed) >= 0) return true;
  return compareVersions(version, clouderaFixed) >= 0 && compareVersions(version, clouderaEnd) < 0;
}

interface Version {
  /**
   * The major, minor and patch number, and a fourth number: -1 if text follows the patch number, as in the release
   * candidate 1.8.0rc3, otherwise 0.
   */
  readonly numbers: readonly number[];
  /** The words of the pre-release part, such as `cdh5`, `5` and `0` in 1.5.0-cdh5.5.0; empty for a release. */
  readonly preRelease: readonly string[];
}

const semanticVersion = /^(\d+)\.(\d+)\.(\d+)([^-+]*)(?:-([^+]*))?(?:\+.*)?$/;

function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, suffix, preRelease = ''] = semanticVersion.exec(text) ?? [];
  if (major === undefined) return undefined;
  const numbers = [Number(major), Number(minor), Number(patch), suffix === '' ? 0 : -1];
  return { numbers, preRelease: preRelease === '' ? [] : preRelease.split('.') };
}

/**
 * Compares versions as parquet-java does. For versions without text after the patch number, this is the order of
 * SemVer: a pre-release comes before its release, and numeric words compare as numbers.
 */
function compareVersions(a: Version, b: Version): number {
  for (const [i, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[i] as number);
    if (difference !== 0) return difference;
  }
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length;
  for (let i = 0; i < Math.min(a.preRelease.length, b.preRelease.length); i++) {
    const difference = compareWords(a.preRelease[i] as string, b.preRelease[i] as string);
    if (difference !== 0) return difference;
  }
  return a.preRelease.length - b.preRelease.length;
}

/** Compares two words of the pre-release parts of two versions. Numbers come before other words. */
function compareWords(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
