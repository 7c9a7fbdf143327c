/**
 * Encrypts the pages of a chunk between the writer and the file.
 *
 *   plain     header | body           | header | body           ...     the offsets that the writer sees
 *   stored    header module | body module | header module | ...         the offsets in the file
 *
 * The writer computes offsets as if the file were not encrypted. When the chunk is complete, `placed` converts the offsets and sizes
 * in its metadata. The header of a page is rewritten: it states the size and the checksum of the body module.
 * `totalUncompressedSize` includes the bytes that encryption adds to headers, but not the bytes that it adds to bodies.
 * Sources: Encryption.md#file-format; `ColumnChunkPageWriteStore` of parquet-java and `SerializedPageWriter` of Arrow
 * C++.
 */
import { defaultLimits, type Limits, PageType, ParquetError } from '@marquetry/core';
import type { PageOutput, PlacedChunk } from '@marquetry/file';
import { type PageHeader, readPageHeader, writePageHeader } from '@marquetry/metadata';
import { crc32 } from '@marquetry/page';
import type { ModuleCipher } from './cipher.js';
import { aadOf, type CipherMode, type ModuleKind, type ModulePlace, mostOrdinal } from './modules.js';

/** The keys and ordinals that are needed to encrypt a chunk. */
export interface SealingChunk {
  readonly cipher: ModuleCipher;
  /** The AAD prefix and the file id. */
  readonly fileAad: Uint8Array;
  readonly place: { readonly rowGroup: number; readonly column: number };
  /** How the bodies of pages are encrypted. */
  readonly bodyMode: CipherMode;
}

/** The two modules of a page. */
interface PageModules {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

interface StoredPlace {
  readonly offset: number;
  readonly byteLength: number;
}

/**
 * If the platform has only asynchronous AES, up to this many pages and about this many bytes are encrypted in parallel.
 * Otherwise, pages are encrypted one at a time.
 */
const pagesAtOnce = 16;
const bytesAtOnce = 2 ** 22;

/** Page headers to encrypt may have any size: a reader has already checked their size, or a writer created them. */
const limits: Limits = { ...defaultLimits, headerBytes: Number.MAX_SAFE_INTEGER };

const largestInt32 = 2 ** 31 - 1;

/**
 * Encrypts the pages of a chunk and writes them to `output`. This is a class to save memory, because there is one
 * object per column of a row group.
 */
export class PageSealing implements PageOutput {
  /** The file offset that the next byte would have if nothing were encrypted. */
  position: number;
  declare private readonly chunk: SealingChunk;
  declare private readonly output: PageOutput;
  declare private readonly start: number;
  private header: { readonly header: PageHeader; readonly byteLength: number } | undefined;
  private dataPages = 0;
  private headerGrowth = 0;
  /** The places of the stored pages. The key is the offset that the writer computed for the page. */
  private readonly stored = new Map<number, StoredPlace>();
  /** The pages that are being encrypted, each with the offset that the writer computed for it. */
  private waiting: (readonly [plainOffset: number, modules: Promise<PageModules>])[] = [];
  private waitingBytes = 0;

  constructor(chunk: SealingChunk, output: PageOutput) {
    this.chunk = chunk;
    this.output = output;
    this.start = output.position;
    this.position = output.position;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let body = bytes;
    if (this.header === undefined) {
      if (bytes.length === 0) return;
      this.header = readPageHeader(bytes, 0, { limits });
      body = bytes.subarray(this.header.byteLength);
    }
    const { header, byteLength } = this.header;
    // The writer may write the body in the same call as the header, or in the next call.
    if (body.length === 0 && header.compressedPageSize > 0) return;
    if (body.length !== header.compressedPageSize) {
      const what = `the header states a page body of ${header.compressedPageSize} bytes, but ${body.length} bytes were written`;
      throw new ParquetError('CORRUPT', what);
    }
    this.header = undefined;
    await this.page(header, byteLength, body);
  }

  copy(bytes: Uint8Array): Promise<void> {
    // With synchronous AES, `write` encrypts the bytes before the caller can change them.
    return this.write(this.chunk.cipher.now === undefined ? bytes.slice() : bytes);
  }

  /** Waits for the pages that are still being encrypted, and writes them. */
  async end(): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    this.waitingBytes = 0;
    const modules = await Promise.all(waiting.map(([, sealed]) => sealed));
    for (const [i, [plainOffset]] of waiting.entries()) await this.store(plainOffset, modules[i] as PageModules);
  }

  /** Returns the metadata of the chunk, with the offsets and sizes of the stored bytes. */
  placed(plain: PlacedChunk): PlacedChunk {
    const { metaData, offsetIndex } = plain;
    const { dictionaryPageOffset, dataPageOffset } = metaData;
    const placeOf = (offset: number): StoredPlace =>
      this.stored.get(offset) ?? { offset: offset === this.position ? this.output.position : offset, byteLength: 0 };
    return {
      ...plain,
      metaData: {
        ...metaData,
        totalUncompressedSize: metaData.totalUncompressedSize + this.headerGrowth,
        totalCompressedSize: this.output.position - this.start,
        dataPageOffset: placeOf(dataPageOffset).offset,
        ...(dictionaryPageOffset !== undefined && { dictionaryPageOffset: placeOf(dictionaryPageOffset).offset }),
      },
      ...(offsetIndex !== undefined && {
        offsetIndex: {
          ...offsetIndex,
          pageLocations: offsetIndex.pageLocations.map((location) => {
            const { offset, byteLength } = placeOf(location.offset);
            return { ...location, offset, compressedPageSize: byteLength };
          }),
        },
      }),
    };
  }

  private async page(header: PageHeader, headerSize: number, body: Uint8Array): Promise<void> {
    const plainOffset = this.position;
    this.position += headerSize + body.length;
    this.headerGrowth -= headerSize;
    const { bodyMode, cipher } = this.chunk;
    const [bodyAad, headerAad] = this.aadsOf(header.type);
    const { now } = cipher;
    if (now !== undefined) {
      const sealed = now.seal(bodyMode, body, bodyAad);
      await this.store(plainOffset, { header: now.seal('gcm', headerOf(header, sealed), headerAad), body: sealed });
      return;
    }
    const modules = (async (): Promise<PageModules> => {
      const sealed = await cipher.seal(bodyMode, body, bodyAad);
      return { header: await cipher.seal('gcm', headerOf(header, sealed), headerAad), body: sealed };
    })();
    // The promise may reject before it is awaited. Without this handler, that would be an unhandled rejection.
    modules.catch(() => undefined);
    this.waiting.push([plainOffset, modules]);
    this.waitingBytes += body.length;
    if (this.waiting.length >= pagesAtOnce || this.waitingBytes >= bytesAtOnce) await this.end();
  }

  private async store(plainOffset: number, { header, body }: PageModules): Promise<void> {
    const { output } = this;
    this.stored.set(plainOffset, { offset: output.position, byteLength: header.length + body.length });
    this.headerGrowth += header.length;
    await output.write(header);
    await output.write(body);
  }

  /**
   * Returns the AAD of the body and the AAD of the header of the next page.
   * @throws ParquetError UNSUPPORTED for page types that cannot be encrypted.
   */
  private aadsOf(type: number): readonly [body: Uint8Array, header: Uint8Array] {
    const { fileAad, place } = this.chunk;
    const aads = (body: ModuleKind, header: ModuleKind, at: ModulePlace): readonly [Uint8Array, Uint8Array] => [
      aadOf(fileAad, body, at),
      aadOf(fileAad, header, at),
    ];
    if (type === PageType.DICTIONARY_PAGE) return aads('dictionaryPage', 'dictionaryPageHeader', place);
    if (type !== PageType.DATA_PAGE && type !== PageType.DATA_PAGE_V2) {
      throw new ParquetError(
        'UNSUPPORTED',
        `pages of type ${type} cannot be encrypted: the format defines no modules for them`,
      );
    }
    const page = this.dataPages++;
    if (page > mostOrdinal) {
      const what = `a column chunk of an encrypted file can have at most ${mostOrdinal + 1} data pages: write larger pages or smaller row groups`;
      throw new ParquetError('LIMIT', what);
    }
    return aads('dataPage', 'dataPageHeader', { ...place, page });
  }
}

/**
 * Returns the header of a page whose stored body is given. The checksum is computed over the stored bytes. Source:
 * parquet.thrift `PageHeader.crc`.
 */
function headerOf(header: PageHeader, body: Uint8Array): Uint8Array {
  const { length } = body;
  if (length > largestInt32)
    throw new ParquetError(
      'LIMIT',
      `an encrypted page of ${length} bytes is too large: it must have fewer than 2^31 bytes`,
    );
  const crc = header.crc === undefined ? {} : { crc: crc32(body) };
  return writePageHeader({ ...header, compressedPageSize: length, ...crc });
}
