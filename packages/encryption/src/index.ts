/** Encrypted Parquet files: reads and writes modular encryption. */
export { type DecryptionOptions, decryption } from './decryption.js';
export { type EncryptionOptions, encryption } from './encryption.js';
export type { EncryptionKey, KeyProvider, KeyRequest } from './keys.js';
export { fixedKeys } from './keys-by-id.js';
