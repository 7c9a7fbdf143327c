/** Describes how a file is encrypted. */
import type { EncryptionFacts } from '@marquetry/file';

export function encryptionText({ algorithm, footer, isVerified }: EncryptionFacts): string {
  const verified = isVerified ? 'verified' : 'not verified, because the footer key is missing';
  const place = footer === 'encrypted' ? 'encrypted footer' : `signed plaintext footer (${verified})`;
  return `encrypted with ${algorithm}, ${place}`;
}
