/**
 * The commands of one meta-block: literals, then bytes from earlier output or from the dictionary (RFC 7932, sections
 * 4, 5, 9.2 and 10).
 */
import type { BitReader } from './bit-reader.js';
import { BlockTypes, readCount } from './block-types.js';
import { contextModes, distanceContexts, literalContexts, readContextMap } from './contexts.js';
import { writeWord } from './dictionary.js';
import { repeatMatch } from './match.js';
import type { PrefixCode } from './prefix-code.js';
import { readPrefixCode } from './prefix-code-reader.js';
import { copyLengths, insertLengths, readRanged } from './ranges.js';

/** What goes on from one meta-block to the next. */
export interface State {
  readonly into: Uint8Array;
  /** Over the bytes of `into`. */
  readonly target: DataView;
  written: number;
  /** How far back a distance reaches. */
  readonly window: number;
  /** The last four distances, in a ring of which `lastDistance` is the newest. */
  readonly distances: Int32Array;
  lastDistance: number;
  readonly dictionary: Uint8Array;
}

/** Symbols 0 to 15 mean one of the last four distances, plus or minus up to 3: how many back, and what to add. */
// biome-ignore format: two tables side by side
const recent: readonly number[] = [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
// biome-ignore format: two tables side by side
const nudge: readonly number[] = [0, 0, 0, 0, -1, 1, -2, 2, -3, 3, -1, 1, -2, 2, -3, 3];
/** A command symbol has 6 bits within a cell; by the cell, where its insert and copy symbols begin. */
const insertCell: readonly number[] = [0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16];
const copyCell: readonly number[] = [0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16];
const commandSymbols = 704;
const shortestWord = 4;

/** The header of a meta-block behind its length. */
interface Codes {
  readonly literalTypes: BlockTypes;
  readonly commandTypes: BlockTypes;
  readonly distanceTypes: BlockTypes;
  readonly modes: readonly number[];
  readonly literalMap: Uint8Array;
  readonly distanceMap: Uint8Array;
  readonly literals: readonly PrefixCode[];
  readonly commands: readonly PrefixCode[];
  readonly distances: readonly PrefixCode[];
  /** Distances of which so many low bits are in the symbol. */
  readonly postfix: number;
  /** Symbols that stand for a distance without extra bits, the 16 above included. */
  readonly direct: number;
}

/** Unpacks a meta-block of `length` bytes, for which there is room. */
export function readCommands(reader: BitReader, state: State, length: number): void {
  const codes = readCodes(reader);
  const { commandTypes } = codes;
  const end = state.written + length;
  while (state.written < end) {
    const start = state.written;
    if (commandTypes.left === 0) commandTypes.change(reader);
    commandTypes.left--;
    const symbol = (codes.commands[commandTypes.type] as PrefixCode).read(reader);
    const cell = symbol >>> 6;
    const insert = readRanged(reader, insertLengths, (insertCell[cell] as number) + ((symbol >>> 3) & 7));
    const copy = readRanged(reader, copyLengths, (copyCell[cell] as number) + (symbol & 7));
    if (insert > end - state.written) throw reader.fault('Brotli literals outlast their meta-block');
    if (insert > 0) readLiterals(reader, state, codes, insert);
    // The last command may end with its literals.
    if (state.written === end) return;
    readCopy(reader, state, codes, copy, cell < 2, end);
    // A word cut to nothing, after no literals: without bits to read either, such commands would go on for ever.
    if (state.written === start) throw reader.fault('Brotli command writes nothing');
  }
}

function readCodes(reader: BitReader): Codes {
  const literalTypes = new BlockTypes(reader);
  const commandTypes = new BlockTypes(reader);
  const distanceTypes = new BlockTypes(reader);
  const postfix = reader.take(2);
  const direct = 16 + (reader.take(4) << postfix);
  const modes = Array.from({ length: literalTypes.count }, () => reader.take(2));
  const literalTrees = readCount(reader);
  const literalMap = readContextMap(reader, literalTypes.count * literalContexts, literalTrees);
  const distanceTrees = readCount(reader);
  const distanceMap = readContextMap(reader, distanceTypes.count * distanceContexts, distanceTrees);
  if (reader.overrun()) throw reader.fault('');
  const readCodeList = (count: number, alphabet: number): PrefixCode[] =>
    Array.from({ length: count }, () => readPrefixCode(reader, alphabet));
  return {
    literalTypes,
    commandTypes,
    distanceTypes,
    modes,
    literalMap,
    distanceMap,
    literals: readCodeList(literalTrees, 256),
    commands: readCodeList(commandTypes.count, commandSymbols),
    distances: readCodeList(distanceTrees, direct + (48 << postfix)),
    postfix,
    direct,
  };
}

function readLiterals(reader: BitReader, state: State, codes: Codes, count: number): void {
  const { literalTypes, literalMap, literals } = codes;
  const { into } = state;
  let written = state.written;
  let left = count;
  let last = written > 0 ? (into[written - 1] as number) : 0;
  let second = written > 1 ? (into[written - 2] as number) : 0;
  while (left > 0) {
    if (literalTypes.left === 0) literalTypes.change(reader);
    const run = Math.min(left, literalTypes.left);
    const map = literalTypes.type * literalContexts;
    const mode = contextModes[codes.modes[literalTypes.type] as number];
    if (mode === undefined) return;
    if (literals.length === 1) {
      const code = literals[0] as PrefixCode;
      for (let i = 0; i < run; i++) into[written++] = code.read(reader);
      last = into[written - 1] as number;
      second = written > 1 ? (into[written - 2] as number) : 0;
    } else {
      for (let i = 0; i < run; i++) {
        const context = (mode.last[last] as number) | (mode.second[second] as number);
        second = last;
        last = (literals[literalMap[map + context] as number] as PrefixCode).read(reader);
        into[written++] = last;
      }
    }
    literalTypes.left -= run;
    left -= run;
  }
  state.written = written;
}

/** The second half of a command: `copy` bytes, which must not go past `end`. */
function readCopy(
  reader: BitReader,
  state: State,
  codes: Codes,
  copy: number,
  repeatsDistance: boolean,
  end: number,
): void {
  const { into, written } = state;
  const symbol = repeatsDistance ? 0 : readDistanceSymbol(reader, codes, copy);
  const distance = readDistance(reader, state, codes, symbol);
  const reach = Math.min(state.window, written);
  if (distance <= 0) throw reader.fault('Brotli distance is not above 0');
  if (distance > reach) {
    const id = distance - reach - 1;
    const after = copy < shortestWord ? -1 : writeWord(state.dictionary, copy, id, into, written, end);
    if (after < 0) throw reader.fault('Brotli word does not exist, or does not fit');
    state.written = after;
    return;
  }
  if (symbol !== 0) {
    state.lastDistance = (state.lastDistance + 1) & 3;
    state.distances[state.lastDistance] = distance;
  }
  if (copy > end - written) throw reader.fault('Brotli copy outlasts its meta-block');
  state.written = repeatMatch(into, state.target, written, distance, copy);
}

function readDistanceSymbol(reader: BitReader, codes: Codes, copy: number): number {
  const { distanceTypes } = codes;
  if (distanceTypes.left === 0) distanceTypes.change(reader);
  distanceTypes.left--;
  const context = distanceTypes.type * distanceContexts + (copy > 4 ? 3 : copy - 2);
  return (codes.distances[codes.distanceMap[context] as number] as PrefixCode).read(reader);
}

function readDistance(reader: BitReader, state: State, { direct, postfix }: Codes, symbol: number): number {
  if (symbol < 16) {
    const back = recent[symbol] as number;
    return (state.distances[(state.lastDistance - back) & 3] as number) + (nudge[symbol] as number);
  }
  if (symbol < direct) return symbol - 15;
  const rest = symbol - direct;
  const high = rest >>> postfix;
  const width = 1 + (high >>> 1);
  const offset = ((2 + (high & 1)) << width) - 4;
  return ((offset + reader.take(width)) << postfix) + (rest & ((1 << postfix) - 1)) + direct - 15;
}
