/**
 * The version of this package, for `created_by` in the footer.
 */
import { version as packageVersion } from '../../package.json';

export const version: string = packageVersion;
