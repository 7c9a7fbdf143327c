/** Reads and writes encrypted Parquet files (Parquet modular encryption). */
export { type DecryptionOptions, decryption } from './decryption.js';
export { type EncryptionOptions, encryption } from './encryption.js';
export type { EncryptionKey, KeyProvider, KeyRequest } from './keys.js';
export { fixedKeys } from './keys-by-id.js';
