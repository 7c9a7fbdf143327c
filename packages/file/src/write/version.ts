/**
 * The version of this package, for what the footer says of the writer.
 */
import { version as packageVersion } from '../../package.json';

export const version: string = packageVersion;
