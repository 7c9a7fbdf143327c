/**
 * The version of this package, for what the footer says of the writer.
 */
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
