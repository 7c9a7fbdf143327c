/**
 * Creates sources from the inputs that users pass. The code for URLs and streams is loaded when the first one is opened.
 */
import { onDemand } from '@marquetry/core';
import {
  type ByteSource,
  type OpenSourceOptions,
  openLocal,
  type RemoteInput,
  type SourceInput,
} from '@marquetry/file';

const remote = onDemand(() => import('@marquetry/file/remote'));

/** Creates a source from an input, like `openSource` from `@marquetry/file`. */
export async function openInput(input: SourceInput, options: OpenSourceOptions): Promise<ByteSource> {
  const local = await openLocal(input, options.signal);
  return local ?? (await remote.load()).openRemote(input as RemoteInput, options);
}
