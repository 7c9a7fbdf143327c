import type { SealingKey } from './sealing-keys.js';

/** The options of `encryption`, checked and with defaults filled in. */
export interface EncryptionSettings {
  readonly footerKey: SealingKey;
  readonly algorithm: 'AES_GCM_V1' | 'AES_GCM_CTR_V1';
  readonly footer: 'encrypted' | 'plaintext';
  readonly aadPrefix: Uint8Array | undefined;
  readonly storeAadPrefix: boolean;
}
