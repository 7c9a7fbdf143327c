/**
 * Serves the inspector and one file, on 127.0.0.1.
 *
 *   /TOKEN/             the page
 *   /TOKEN/assets/...   its files, from a list made at the start
 *   /TOKEN/file/NAME    the inspected file, in ranges
 *   /open/CODE          redirects to the page, once
 *
 * Other users of the computer and other web pages can send requests to the port, so every request needs the token, even one for a static file:
 * one rule then covers all requests, and a program without the token cannot even tell that this is the inspector. Any request that is not one
 * of the above gets the same empty 404.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { UsageError } from '../failure.js';
import type { PageFile } from './page-files.js';
import { sendFile } from './send-file.js';

/** The only address on which the server listens: the loopback interface, which other computers cannot reach. */
const host = '127.0.0.1';
/** Length of the token in bytes (256 bits). */
const tokenBytes = 32;

export interface ServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The files of the inspector page, by path relative to its folder. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The file to serve; undefined if the page reads a URL itself. */
  readonly path: string | undefined;
  /** The origins and schemes to which the page may send requests, besides this server. */
  readonly maySendTo: readonly string[];
}

export interface InspectorServer {
  /** URL of the page, without a fragment. It contains the token. */
  readonly page: string;
  /** Path of the file on this server; undefined if it serves no file. */
  readonly fileAddress: string | undefined;
  /**
   * Returns a URL that works once: it redirects to the page with the fragment `hash`. Pass the URL to a browser.
   * Other users can see a program's arguments, but the code in the URL is worthless once the browser has used it.
   * @param validMilliseconds how long the code is valid; default: one minute.
   */
  onceTo(hash: string, validMilliseconds?: number): string;
  /** Closes the port and all connections. */
  close(): Promise<void>;
}

/** Starts the server of the inspector. @throws UsageError if the port is taken or not permitted. */
export async function startServer({ port, files, path, maySendTo }: ServerOptions): Promise<InspectorServer> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const fileName = path === undefined ? undefined : basename(path);
  const codes = new Map<string, { readonly hash: string; readonly until: number }>();
  const policy = policyOf(maySendTo);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    const asked = isHere(request.headers.host) ? segmentsOf(request.url ?? '') : undefined;
    if (asked === undefined) return sendEmpty(response, 404);
    const [first = '', ...rest] = asked;
    if (first === 'open' && rest.length === 1) return redirect(rest[0] as string, request, response);
    if (!isEqual(first, token)) return sendEmpty(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendEmpty(response, 405);
    }
    if (path !== undefined && rest.length === 2 && rest[0] === 'file' && rest[1] === fileName)
      return sendFile(path, request, response);
    const file = files.get(rest.join('/') || 'index.html');
    // Without the trailing slash, relative paths of the page would lack the token.
    if (file === undefined || rest.length === 0) return sendEmpty(response, 404);
    const body = await readFile(file.path);
    response.setHeader('Content-Security-Policy', policy);
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const redirect = (code: string, request: IncomingMessage, response: ServerResponse): void => {
    const known = request.method === 'GET' ? codes.get(code) : undefined;
    const hash = known === undefined || known.until <= performance.now() ? undefined : known.hash;
    codes.delete(code);
    if (hash !== undefined) response.setHeader('Location', `/${token}/${hash}`);
    sendEmpty(response, hash === undefined ? 404 : 302);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      // A file of the page was deleted. The response must not reveal its path.
      if (response.headersSent) response.destroy();
      else sendEmpty(response, 500);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port)));
    server.listen({ port, host, exclusive: true }, resolve);
  });
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    page: `${origin}/${token}/`,
    fileAddress: fileName === undefined ? undefined : `/${token}/file/${encodeURIComponent(fileName)}`,
    onceTo: (hash, validMilliseconds = 60_000) => {
      const code = randomBytes(tokenBytes).toString('base64url');
      codes.set(code, { hash, until: performance.now() + validMilliseconds });
      return `${origin}/open/${code}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Headers of every response. Browsers must not cache it: the next run has another token, and maybe another file. */
const commonHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Lets the page send requests only to this server and to `others`, so that it cannot upload the file elsewhere. */
function policyOf(others: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...others].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * True if the Host header names this computer. A page of another site whose name resolves to 127.0.0.1 (DNS rebinding)
 * sends its own name. The port is not compared, because it differs if the connection is forwarded, as by `ssh -L`.
 */
function isHere(header: string | undefined): boolean {
  return header !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(header);
}

/**
 * Returns the decoded segments of a path; undefined for other request targets, such as absolute URLs. Segments are only
 * compared with known names, so a segment such as `..` matches nothing.
 */
function segmentsOf(target: string): readonly string[] | undefined {
  const [path = ''] = target.split('?');
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Compares a string with a secret, in a time that does not depend on the number of equal characters. */
function isEqual(text: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [given, expected] = [encoder.encode(text), encoder.encode(secret)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Sends a response without a body. */
function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0 });
  response.end();
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new UsageError(`port ${port} is in use: choose another --port`);
  if (error.code === 'EACCES') return new UsageError(`port ${port} is not permitted: choose another --port`);
  return error;
}
