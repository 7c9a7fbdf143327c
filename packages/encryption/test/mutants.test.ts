/**
 * Reads encrypted files that were changed, either in their bytes, or in the plaintext of a module that was then
 * encrypted again, as somebody with the keys could do. Every read returns rows or throws a ParquetError.
 */
import { isParquetError } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type AesAlgorithm, readFileCryptoMetaData } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { createRandom, type Random } from '@marquetry/test-kit';
import { expect, it } from 'vitest';
import { createModuleCipher } from '../src/cipher.js';
import { decryption } from '../src/decryption.js';
import { type EncryptionOptions, encryption } from '../src/encryption.js';
import { fixedKeys } from '../src/keys-by-id.js';
import { aadOf, type CipherMode, type ModuleKind, type ModulePlace } from '../src/modules.js';

const key = new Uint8Array(16).fill(3);
const keys = fixedKeys({ footer: key });
const encodings = createStandardEncodings();
const schema = defineSchema({ id: 'INT32', name: { type: 'STRING', optional: true } });
const cipher = await createModuleCipher(key);

/** The number of changed files per case, and the maximum time per file in milliseconds. */
const count = 300;
const longest = 2000;

async function writeFile(options: Partial<EncryptionOptions>, pageVersion: 1 | 2): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    schema,
    encodings,
    columns: {
      id: { pageRows: 16, pageVersion, dictionary: false },
      name: { pageRows: 16, pageVersion, bloomFilter: true },
    },
    encryption: encryption({ footerKey: { bytes: key }, ...options }),
  });
  for (let group = 0; group < 2; group++) {
    const name = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? null : `name ${i % 7}`));
    await writer.writeRowGroup({ id: Int32Array.from({ length: 40 }, (_, i) => i), name });
  }
  await writer.finish();
  return sink.bytes;
}

/** A module of a page, and how it is encrypted. */
interface PageModule {
  readonly start: number;
  readonly end: number;
  readonly mode: CipherMode;
  readonly kind: ModuleKind;
  readonly place: ModulePlace;
}

/** Returns the modules (headers and bodies) of all pages of a file. */
function pageModules(file: ParquetFile, bytes: Uint8Array, isCtr: boolean): PageModule[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const modules: PageModule[] = [];
  for (const [rowGroup] of file.metadata.rowGroups.entries()) {
    for (const leaf of file.schema.leaves) {
      const { end, metaData, start = 0 } = file.chunk({ rowGroup, column: leaf });
      let hasDictionary = metaData.dictionaryPageOffset !== undefined;
      let page = 0;
      for (let at = start, isHeader = true; at < end; isHeader = !isHeader) {
        const next = at + 4 + view.getUint32(at, true);
        const name = hasDictionary ? 'dictionaryPage' : 'dataPage';
        const place = { rowGroup, column: leaf.index, ...(hasDictionary ? {} : { page }) };
        const mode = isCtr && !isHeader ? 'ctr' : 'gcm';
        modules.push({ start: at, end: next, mode, kind: isHeader ? `${name}Header` : name, place });
        if (!isHeader) {
          if (!hasDictionary) page++;
          hasDictionary = false;
        }
        at = next;
      }
    }
  }
  return modules;
}

/** Returns an integer that readers tend to handle wrongly. */
function numberFor(random: Random): number {
  const numbers = [0, 1, 11, 12, 27, 28, 2 ** 15, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
  return numbers[random(numbers.length)] ?? 0;
}

function changedBytes(random: Random, bytes: Uint8Array, modules: readonly PageModule[]): Uint8Array {
  const copy = bytes.slice();
  const at = random(bytes.length - 4);
  switch (random(5)) {
    case 0:
      copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
      return copy;
    case 1: {
      const module = modules[random(modules.length)];
      new DataView(copy.buffer).setUint32(module?.start ?? 4, numberFor(random), true);
      return copy;
    }
    case 2:
      return copy.subarray(0, at);
    case 3:
      new DataView(copy.buffer).setUint32(bytes.length - 8, numberFor(random), true);
      return copy;
    default:
      copy.copyWithin(at, random(bytes.length - 4), bytes.length - 4);
      return copy;
  }
}

/** Changes some bytes in the plaintext of a module, and encrypts it again for the same place. */
async function resealed(
  random: Random,
  bytes: Uint8Array,
  modules: readonly PageModule[],
  fileAad: Uint8Array,
): Promise<Uint8Array> {
  const module = modules[random(modules.length)];
  if (module === undefined) return bytes;
  const { end, kind, mode, place, start } = module;
  const aad = aadOf(fileAad, kind, place);
  const plain = (await cipher.open(mode, bytes.subarray(start, end), aad)).slice();
  for (let i = 1 + random(3); i > 0 && plain.length > 0; i--) {
    plain[random(plain.length)] = random(256);
  }
  const sealed = await cipher.seal(mode, plain, aad);
  const copy = bytes.slice();
  copy.set(sealed, start);
  return copy;
}

async function read(bytes: Uint8Array): Promise<'read' | string> {
  try {
    const file = await openFile(bytesSource(bytes), { encodings, decryption: decryption({ keys }) });
    for await (const _ of file.leafBatches()) {
      // The test checks only how reading ends, not the rows.
    }
    for (const [rowGroup] of file.metadata.rowGroups.entries()) {
      for (const column of file.schema.leaves) {
        await file.offsetIndex({ rowGroup, column });
        await file.columnIndex({ rowGroup, column });
      }
    }
    return 'read';
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
}

it.each([
  ['AES_GCM_V1', 'encrypted', 1],
  ['AES_GCM_V1', 'plaintext', 2],
  ['AES_GCM_CTR_V1', 'encrypted', 2],
  ['AES_GCM_CTR_V1', 'plaintext', 1],
] as const)(
  `reading ${count} changed files (%s, %s footer, v%i pages) returns rows or throws a ParquetError`,
  { timeout: 120_000 },
  async (algorithm, footer, pageVersion) => {
    const random = createRandom(pageVersion);
    const bytes = await writeFile({ algorithm, footer }, pageVersion);
    const file = await openFile(bytesSource(bytes), { encodings, decryption: decryption({ keys }) });
    await file.unlock();
    const modules = pageModules(file, bytes, algorithm === 'AES_GCM_CTR_V1');
    const stored =
      footer === 'encrypted'
        ? readFileCryptoMetaData(bytes.subarray(file.footer.offset)).metadata.encryptionAlgorithm
        : file.metadata.encryptionAlgorithm;
    const fileAad = (stored as AesAlgorithm).aadFileUnique ?? new Uint8Array(0);
    expect(await read(bytes)).toBe('read');
    const results: Record<string, number> = {};
    for (let i = 0; i < count; i++) {
      const mutant =
        i % 2 === 0 ? changedBytes(random, bytes, modules) : await resealed(random, bytes, modules, fileAad);
      const started = performance.now();
      const result = await read(mutant);
      expect(performance.now() - started, `mutant ${i}`).toBeLessThan(longest);
      results[result] = (results[result] ?? 0) + 1;
    }
    expect(results['CORRUPT']).toBeGreaterThan(count / 4);
    expect(results['read']).toBeGreaterThan(0);
  },
);
