/** The worker keeps one file open and answers the calls of the page. The two communicate only by messages. */
import type { Args, CallName, FromWorker, Part, ToWorker } from '../protocol.js';
import { faultOf } from './fault-of.js';
import type { Handler } from './handler.js';
import { createSessions } from './sessions.js';

/** The parts of the worker's global scope that this module uses. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const sessions = createSessions((reads) => scope.postMessage({ type: 'reads', reads }));

/** Loads the functions that answer calls, each when its call is first made. */
const handlers: { readonly [Name in CallName]: () => Promise<Handler<Name>> } = {
  open: async () => (args, context) => sessions.open(args, context),
  salvage: async () => (await import('./salvage.js')).salvageParts(sessions.source),
  salvagedBytes: async () => (await import('./salvage.js')).salvagedBytes(sessions.source),
  column: async () => (await import('./column-detail.js')).columnDetail(sessions.current),
  pages: async () => (await import('./pages.js')).listPages(sessions.current),
  page: async () => (await import('./page-detail.js')).pageDetail(sessions.current),
  partBytes: async () => (await import('./part-bytes.js')).partBytes(sessions.current),
  footerBytes: async () => (await import('./footer-bytes.js')).footerBytes(sessions.current),
  histogram: async () => (await import('./histogram.js')).histogramOf(sessions.current),
  costs: async () => (await import('./costs.js')).costsOf(sessions.current),
  rewrite: async () => (await import('./rewrite.js')).rewriteFile(sessions.current),
  query: async () => (await import('./query.js')).startQuery(sessions.current),
  count: async () => (await import('./query.js')).countQuery(sessions.current),
  rows: async () => (await import('./query.js')).readWindow(sessions.current),
};

const running = new Map<number, AbortController>();

scope.onmessage = ({ data }) => {
  if (data.type === 'abort') {
    running.get(data.id)?.abort(new DOMException('cancelled', 'AbortError'));
    return;
  }
  void answer(data.id, data.name, data.args as never);
};

async function answer<Name extends CallName>(id: number, name: Name, args: Args<Name>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const handler = await handlers[name]();
    const part = (value: Part<Name>): void => scope.postMessage({ type: 'part', id, part: value });
    const result = await handler(args, { signal: controller.signal, part });
    scope.postMessage({ type: 'result', id, result });
  } catch (error) {
    scope.postMessage({ type: 'fault', id, fault: faultOf(error, controller.signal) });
  } finally {
    running.delete(id);
  }
}
