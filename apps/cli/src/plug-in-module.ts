/**
 * `--plugin MODULE`: adds the user's encodings and codecs to the standard ones.
 *
 * It registers every named or default export that is an encoding, a codec, or an array of either, and ignores other
 * exports.
 */
import { pathToFileURL } from 'node:url';
import {
  type Codec,
  type CodecRegistry,
  type Encoding,
  isParquetError,
  ParquetError,
  requireContract,
} from '@marquetry/core';
import { UsageError } from './failure.js';
import { modulePath } from './module-path.js';
import type { PlugIns } from './plug-ins.js';

/**
 * Returns `plugIns` plus the plug-ins that the modules export. Modules are paths or packages, resolved from `folder`. A
 * codec with both the id and the name of a registered codec replaces it: `zstd` from `@marquetry/codec-zstd-wasm` can
 * write where the standard codec can only read.
 * @throws UsageError if a module does not exist, cannot be loaded or exports no plug-in, and if a plug-in has an
 * unsupported contract version or an id or name that is already taken.
 */
export async function withModules(plugIns: PlugIns, modules: readonly string[], folder: string): Promise<PlugIns> {
  let all = plugIns;
  for (const name of new Set(modules)) {
    const { encodings, codecs } = await load(name, folder);
    try {
      all = {
        encodings: all.encodings.with(...fresh('encoding', encodings, [...all.encodings])),
        codecs: withCodecs(all.codecs, codecs),
      };
    } catch (error) {
      throw isParquetError(error) ? new UsageError(`--plugin ${name}: ${error.reason}`) : error;
    }
  }
  return all;
}

function withCodecs(known: CodecRegistry, added: readonly Codec[]): CodecRegistry {
  const others = [...known].filter(({ id, name }) => !added.some((codec) => codec.id === id && codec.name === name));
  return known.replace(...fresh('codec', added, others));
}

interface Found {
  readonly encodings: readonly Encoding[];
  readonly codecs: readonly Codec[];
}

async function load(name: string, folder: string): Promise<Found> {
  let exported: readonly unknown[];
  try {
    const path = modulePath(name, folder);
    if (path === undefined)
      throw new UsageError(
        `--plugin ${name}: no such module; give a path such as ./my-encoding.js or the name of an installed package`,
      );
    exported = Object.values(await import(pathToFileURL(path).href));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [line] = String(error).split('\n');
    throw new UsageError(`--plugin ${name}: the module cannot be loaded: ${line}`);
  }
  const found = { encodings: new Set<Encoding>(), codecs: new Set<Codec>() };
  for (const value of exported.flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : [each]))) {
    if (isCodec(value)) found.codecs.add(value);
    else if (isEncoding(value)) found.encodings.add(value);
  }
  if (found.encodings.size + found.codecs.size === 0) {
    throw new UsageError(`--plugin ${name}: the module exports neither an encoding nor a codec`);
  }
  return { encodings: [...found.encodings], codecs: [...found.codecs] };
}

/**
 * Returns true if the value looks like an encoding of any contract version: it has an id, a name and a function that
 * decodes.
 */
function isEncoding(value: unknown): value is Encoding {
  return hasIdentity(value) && 'decoder' in value;
}

function isCodec(value: unknown): value is Codec {
  return hasIdentity(value) && 'decompress' in value;
}

function hasIdentity(value: unknown): value is { readonly id: unknown; readonly name: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
}

const needed = { encoding: ['supports', 'decoder'], codec: ['decompress'] } as const;

/** Returns the plug-ins that are not registered yet, after checking that each can be added. */
function fresh<P extends Encoding | Codec>(
  kind: keyof typeof needed,
  added: readonly P[],
  known: readonly P[],
): readonly P[] {
  const others = [...known];
  return added.filter((plugIn) => {
    requireContract(kind, plugIn);
    const missing = needed[kind].find((member) => typeof Reflect.get(plugIn, member) !== 'function');
    if (missing !== undefined) throw refused(`${kind} ${plugIn.name} has no ${missing}()`);
    if (others.includes(plugIn)) return false;
    const { id, name } = plugIn;
    const taken = others.find((other) => other.id === id);
    if (taken !== undefined) throw refused(`${kind} ${name} has the id ${id}, which ${taken.name} already has`);
    const namesake = others.find((other) => other.name.toUpperCase() === String(name).toUpperCase());
    if (namesake !== undefined) throw refused(`another ${kind} already has the name ${name}`);
    others.push(plugIn);
    return true;
  });
}

function refused(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
