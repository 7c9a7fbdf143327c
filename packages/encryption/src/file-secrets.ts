/**
 * Decrypts the metadata of the encrypted columns in an open file, and creates the objects that decrypt their chunks.
 */
import { type ErrorPlace, isTurnDue, type Limits, ParquetError, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { EncryptionFacts, FileSecrets } from '@marquetry/file';
import {
  type ColumnChunk,
  type ColumnCryptoMetaData,
  columnChunkOf,
  type FileMetaData,
  type ParsedMemory,
  type RowGroup,
  readColumnMetaData,
} from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { createChunkSecrets } from './chunk-secrets.js';
import type { ModuleCipher } from './cipher.js';
import { type FileKeys, keyNamed } from './file-keys.js';
import { aadOf, type FileAad } from './modules.js';
import { openModule, wholeModule } from './open-module.js';

/**
 * Number of columns whose keys are requested at the same time. A key management service may answer slowly, so
 * requesting one key at a time would be slow.
 */
const columnsAtOnce = 16;

interface SecretsInput {
  readonly keys: FileKeys;
  readonly fileAad: FileAad;
  readonly facts: EncryptionFacts;
  readonly limits: Limits;
}

/** An encrypted column chunk as stored in the footer, and the ordinal of its row group. */
interface StoredChunk {
  readonly chunk: ColumnChunk;
  readonly crypto: ColumnCryptoMetaData;
  readonly rowGroup: number;
}

export function createFileSecrets({ keys, fileAad, facts, limits }: SecretsInput): FileSecrets {
  let rowGroups: readonly RowGroup[] = [];
  const ordinals = new WeakMap<RowGroup, number>();
  /** The decrypted metadata of chunks whose metadata is encrypted, by row group and column. */
  const opened = new WeakMap<RowGroup, Map<number, ColumnChunk>>();
  let memory: ParsedMemory = { heldBytes: 0 };
  /** The ordinals of the columns whose keys are known for all row groups. */
  const unlocked = new Set<number>();

  const storedChunk = (group: RowGroup, leaf: LeafNode, at: ErrorPlace): StoredChunk | undefined => {
    const chunk = columnChunkOf(group, leaf.index);
    if (chunk?.cryptoMetadata === undefined) return undefined;
    if ((chunk.filePath ?? '') !== '') {
      throw new ParquetError('UNSUPPORTED', 'an encrypted column whose data is in another file cannot be read', at);
    }
    const rowGroup = ordinals.get(group) ?? 0;
    if (group.ordinal !== undefined && group.ordinal !== rowGroup) {
      const what = `the footer states the ordinal ${group.ordinal} for row group ${rowGroup}, so the AAD of its modules is unknown`;
      throw new ParquetError('CORRUPT', what, at);
    }
    return { chunk, crypto: chunk.cryptoMetadata, rowGroup };
  };
  const sealedMetadata = ({ chunk, rowGroup }: StoredChunk, leaf: LeafNode, at: ErrorPlace) => {
    const place = { ...at, part: 'column metadata' };
    if (chunk.encryptedColumnMetadata === undefined) return undefined;
    const module = wholeModule(chunk.encryptedColumnMetadata, 'gcm', place);
    return { module, aad: aadOf(fileAad, 'columnMetadata', { rowGroup, column: leaf.index }), place };
  };
  const keep = (group: RowGroup, leaf: LeafNode, chunk: ColumnChunk, plain: Uint8Array): ColumnChunk => {
    const chunks = opened.get(group) ?? new Map<number, ColumnChunk>();
    opened.set(group, chunks);
    const found = { ...chunk, metaData: readColumnMetaData(plain, { limits, memory }) };
    chunks.set(leaf.index, found);
    return found;
  };

  /**
   * Gets the keys of a column for all row groups. Also decrypts the metadata of the column, if the platform has only
   * asynchronous AES.
   */
  const unlockColumn = async (leaf: LeafNode, signal: AbortSignal | undefined): Promise<void> => {
    for (const [rowGroup, group] of rowGroups.entries()) {
      if (isTurnDue()) await yieldToEventLoop(signal);
      const at = { rowGroup, column: formatPath(leaf.path) };
      const stored = storedChunk(group, leaf, at);
      if (stored === undefined) continue;
      const cipher = keys.held(stored.crypto) ?? (await keys.column(stored.crypto, signal));
      if (cipher === undefined) throw missingKey(stored.crypto, at.column);
      if (cipher.now !== undefined || opened.get(group)?.has(leaf.index)) continue;
      const sealed = sealedMetadata(stored, leaf, at);
      if (sealed === undefined) continue;
      keep(group, leaf, stored.chunk, await openModule(cipher, 'gcm', sealed.module, sealed.aad, sealed.place));
    }
    unlocked.add(leaf.index);
  };

  return {
    facts,
    attach: (metadata: FileMetaData, counted) => {
      ({ rowGroups } = metadata);
      memory = counted;
      for (const [ordinal, group] of rowGroups.entries()) ordinals.set(group, ordinal);
    },
    unlock: async (leaves, signal) => {
      const locked = leaves.filter(({ index }) => !unlocked.has(index));
      let next = 0;
      const unlockNext = async (): Promise<void> => {
        for (let leaf = locked[next++]; leaf !== undefined; leaf = locked[next++]) await unlockColumn(leaf, signal);
      };
      await Promise.all(Array.from({ length: Math.min(columnsAtOnce, locked.length) }, unlockNext));
    },
    chunkOf: (group, leaf, at) => {
      const stored = storedChunk(group, leaf, at);
      const cipher = stored && keys.held(stored.crypto);
      if (stored === undefined || cipher === undefined) {
        const what = 'the column is encrypted: pass it to `file.unlock` first';
        throw new ParquetError('INVALID_ARGUMENT', what, at, { cure: 'keys' });
      }
      const place = { rowGroup: stored.rowGroup, column: leaf.index };
      const secrets = createChunkSecrets({
        cipher,
        fileAad,
        place,
        isCtr: facts.algorithm === 'AES_GCM_CTR_V1',
        limits,
      });
      const found = opened.get(group)?.get(leaf.index);
      if (found !== undefined) return { chunk: found, secrets };
      const sealed = sealedMetadata(stored, leaf, at);
      if (sealed === undefined) return { chunk: stored.chunk, secrets };
      return { chunk: keep(group, leaf, stored.chunk, openNow(cipher, sealed)), secrets };
    },
  };
}

interface SealedMetadata {
  readonly module: Uint8Array;
  readonly aad: Uint8Array;
  readonly place: ErrorPlace;
}

/** Decrypts the metadata of a column synchronously. */
function openNow({ now }: ModuleCipher, { module, aad, place }: SealedMetadata): Uint8Array {
  if (now === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', 'the column is encrypted: pass it to `file.unlock` first', place);
  }
  try {
    return now.open('gcm', module, aad);
  } catch (error) {
    throw withPlace(error, place);
  }
}

function missingKey(crypto: ColumnCryptoMetaData, column: string): ParquetError {
  const isColumnKey = crypto.kind === 'ENCRYPTION_WITH_COLUMN_KEY';
  const named = isColumnKey ? keyNamed(crypto.keyMetadata) : ', which uses the footer key';
  const what = `no key for the encrypted column${named}: add one to \`keys\``;
  return new ParquetError('INVALID_ARGUMENT', what, { column }, { cure: 'keys' });
}
