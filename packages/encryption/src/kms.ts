/**
 * The entry `@marquetry/encryption/kms`: keys that a key management service wraps (encrypts). Files store wrapped keys
 * in the format of parquet-java and Arrow C++.
 */
export { keyMaterialPath } from './kms/key-material-path.js';
export type { KmsClient } from './kms/kms-client.js';
export { type ExternalKeys, type KeyMaker, type KmsKeys, type KmsOptions, kmsKeys } from './kms/kms-keys.js';
export { masterKeys } from './kms/master-keys.js';
export type { KeyBytes } from './kms/wrapping.js';
