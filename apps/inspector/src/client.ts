/** Calls the worker from the page. Each call can be aborted, and can report partial results before the final one. */
import type { Args, CallName, Fault, FromWorker, Part, ReadEvent, Result, ToWorker } from './protocol.js';

/** The rejection reason of a failed call to the worker. */
class WorkerFault extends Error {
  override readonly name: string = 'WorkerFault';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

function plainFault(message: string): Fault {
  return { code: undefined, message, isAborted: false, needsKeys: false };
}

const cancelled: Fault = { ...plainFault('cancelled'), isAborted: true };

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onPart(part: unknown): void;
}

export interface Client {
  call<Name extends CallName>(
    name: Name,
    args: Args<Name>,
    options?: { readonly signal?: AbortSignal | undefined; onPart?(part: Part<Name>): void },
  ): Promise<Result<Name>>;
}

/** Starts the worker. `onReads` is called with the ranges that were read from the file, at most 10 times per second. */
export function startClient(
  onReads: (reads: readonly ReadEvent[]) => void,
  onCrash: (message: string) => void,
): Client {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name: 'parquet' });
  const pending = new Map<number, Pending>();
  let next = 0;
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'reads') return onReads(data.reads);
    const call = pending.get(data.id);
    if (call === undefined) return;
    if (data.type === 'part') return call.onPart(data.part);
    pending.delete(data.id);
    if (data.type === 'result') call.resolve(data.result);
    else call.reject(new WorkerFault(data.fault));
  };
  worker.onerror = (event) => {
    const message = event.message || 'the worker could not be loaded';
    for (const call of pending.values()) call.reject(new WorkerFault(plainFault(message)));
    pending.clear();
    onCrash(message);
  };
  const send = (message: ToWorker): void => worker.postMessage(message);
  return {
    call: (name, args, { signal, onPart } = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        const abort = (): void => {
          if (!pending.delete(id)) return;
          send({ type: 'abort', id });
          reject(new WorkerFault(cancelled));
        };
        if (signal?.aborted) return reject(new WorkerFault(cancelled));
        signal?.addEventListener('abort', abort, { once: true });
        const ended = (): void => signal?.removeEventListener('abort', abort);
        pending.set(id, {
          resolve: (result) => {
            ended();
            resolve(result as never);
          },
          reject: (error) => {
            ended();
            reject(error);
          },
          onPart: (part) => onPart?.(part as never),
        });
        send({ type: 'call', id, name, args });
      }),
  };
}

/** Converts any thrown value to a fault. */
export function faultOf(error: unknown): Fault {
  if (error instanceof WorkerFault) return error.fault;
  return plainFault(error instanceof Error ? error.message : String(error));
}
