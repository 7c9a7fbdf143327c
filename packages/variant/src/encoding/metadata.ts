/**
 * The metadata of a variant: a dictionary of the names of object fields (VariantEncoding.md#metadata-encoding).
 *
 *   header            1 byte: version (bits 0 to 3), sorted (bit 4), size of offsets minus one (bits 6 and 7)
 *   count             1 to 4 bytes, as the header states
 *   offsets           count + 1 offsets of the same size, relative to the start of the names
 *   names             UTF-8
 */
import { ParquetError } from '@marquetry/core';
import { corrupt, textOf, truncated } from './faults.js';
import { readUint } from './little-endian.js';

const part = 'variant metadata';
const version = 1;

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** The field names of a VARIANT, looked up by id. A name is decoded when it is first used. */
export class Metadata {
  declare readonly bytes: Uint8Array;
  /** Number of names in the dictionary. All ids are less than this. */
  declare readonly count: number;
  declare private readonly offsetSize: number;
  declare private readonly namesAt: number;
  private readonly names: (string | undefined)[] = [];
  private readonly ids = new Map<string, readonly number[]>();

  /**
   * Parses the header and the offsets.
   * @throws ParquetError TRUNCATED, UNSUPPORTED for a version other than 1.
   */
  constructor(bytes: Uint8Array) {
    const [header] = bytes;
    if (header === undefined) throw truncated(part, 0, 'the header');
    if ((header & 0xf) !== version) {
      throw new ParquetError('UNSUPPORTED', `variant metadata has version ${header & 0xf}; only 1 is supported`, {
        part,
        offset: 0,
      });
    }
    this.bytes = bytes;
    this.offsetSize = (header >> 6) + 1;
    if (bytes.length < 1 + this.offsetSize) throw truncated(part, 1, 'the dictionary size');
    this.count = readUint(bytes, 1, this.offsetSize);
    this.namesAt = 1 + this.offsetSize * (this.count + 2);
    if (this.namesAt > bytes.length) throw truncated(part, 1, `a dictionary of ${this.count} names`);
  }

  /**
   * Returns the name that has the given id.
   * @throws ParquetError CORRUPT for an id that the dictionary does not have, or a name that is not UTF-8.
   */
  name(id: number): string {
    const known = this.names[id];
    if (known !== undefined) return known;
    const { from, end } = this.extent(id);
    const name = textOf(this.bytes, from, end, part);
    this.names[id] = name;
    return name;
  }

  /** Returns the ids of a name: usually one, but several if an unsorted dictionary repeats it. */
  idsOf(name: string): readonly number[] {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const wanted = encoder.encode(name);
    const found: number[] = [];
    for (let id = 0; id < this.count; id++) if (this.isName(id, wanted)) found.push(id);
    if (this.ids.size < mostKeptNames) this.ids.set(name, found);
    return found;
  }

  private isName(id: number, wanted: Uint8Array): boolean {
    const { from, end } = this.extent(id);
    if (end - from !== wanted.length) return false;
    const { bytes } = this;
    for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false;
    return true;
  }

  private extent(id: number): { readonly from: number; readonly end: number } {
    const { bytes, offsetSize, namesAt, count } = this;
    if (id >= count) throw corrupt(part, 0, `field id ${id} is not in the dictionary of ${count} names`);
    const at = 1 + offsetSize * (id + 1);
    const from = namesAt + readUint(bytes, at, offsetSize);
    const end = namesAt + readUint(bytes, at + offsetSize, offsetSize);
    if (from > end || end > bytes.length)
      throw corrupt(part, at, `the offsets of name ${id} in the metadata are descending or out of bounds`);
    return { from, end };
  }
}

/** Maximum number of names whose ids are cached. */
const mostKeptNames = 2 ** 12;
