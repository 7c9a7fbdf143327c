/** The type of the worker functions that answer the calls of the page. */
import type { Args, CallName, Part, Result } from '../protocol.js';

/** The abort signal of a call, and the function that reports partial results. */
interface CallContext<Name extends CallName> {
  readonly signal: AbortSignal;
  part(part: Part<Name>): void;
}

export type Handler<Name extends CallName> = (args: Args<Name>, context: CallContext<Name>) => Promise<Result<Name>>;
