/** Encrypted Parquet files: reads and writes modular encryption. */
export type { EncryptionKey, KeyProvider, KeyRequest } from './keys.js';
