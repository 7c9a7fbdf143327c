/**
 * Sends signed requests (AWS Signature Version 4), and repeats them after failures that may be temporary.
 */
import { isParquetError, type Limits, ParquetError } from '@marquetry/core';
import { createRetrying, PassingFailure, type Retrying } from '@marquetry/file/remote';
import { AwsV4Signer } from 'aws4fetch';
import { type Addresses, addressesOf, type Query } from './address.js';
import { type Attempted, failureOf, ServiceError } from './errors.js';
import type { S3Credentials, S3StoreOptions } from './options.js';

/** A request for an object, or for the bucket if `key` is empty. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** The start of the message if the request fails, such as `cannot read`. */
  readonly action: string;
  /** Error statuses whose responses are passed to the `use` callback of `send`, like successful responses. */
  readonly accepts?: readonly number[];
}

/** Sends the requests of a store. The keys in requests include the prefix of the store. */
export interface S3Requests extends Addresses {
  readonly limits: Limits;
  readonly prefix: string;
  readonly retry: NonNullable<S3StoreOptions['retry']>;
  /** Signs and sends one request without a body. The URL must be one that {@link Addresses.url} returned. */
  signed(url: string, init: RequestInit): Promise<Response>;
  /**
   * Sends a request, and repeats it after failures that may be temporary. Passes the response to `use`, which must read
   * or discard its body. The request is also repeated if `use` throws a PassingFailure.
   */
  send<T>(request: S3Request, use: (response: Response, attempted: Attempted) => Promise<T> | T): Promise<T>;
}

/** The SHA-256 of an empty body. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Creates the object that sends the requests of a store. @throws ParquetError INVALID_ARGUMENT for invalid options. */
export function createRequests(options: S3StoreOptions, limits: Limits): S3Requests {
  const { credentials, prefix = '', region, retry = true } = options;
  const addresses = addressesOf(options);
  const retrying: Retrying = createRetrying(retry);
  const transmit = options.fetch ?? ((url: string, init: RequestInit): Promise<Response> => fetch(url, init));
  /** The signing keys, which aws4fetch derives from the credentials once per day. */
  const derived = new Map<string, ArrayBuffer>();
  if (typeof credentials !== 'function') requireCredentials(credentials);

  const dispatch = async (url: string, init: RequestInit, hash: string): Promise<Response> => {
    const { accessKeyId, secretAccessKey, sessionToken } = await currentOf(credentials);
    // Temporary credentials change, and the cache would otherwise keep the signing keys for all of them.
    if (derived.size > 8) derived.clear();
    const signer = new AwsV4Signer({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      cache: derived,
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-amz-content-sha256': hash },
      method: init.method ?? 'GET',
      region,
      service: 's3',
      url,
    });
    const { headers } = await signer.sign();
    // Do not follow redirects: the signature is valid only for the original host.
    return transmit(url, { ...init, headers: Object.fromEntries(headers), redirect: 'manual' });
  };

  return {
    ...addresses,
    limits,
    prefix,
    retry,
    signed: (url, init) => dispatch(url, init, emptyHash),
    send: async (request, use) => {
      const { accepts = [], action, body, headers = {}, key, method, query, signal } = request;
      const url = addresses.url(key, query);
      const attempted: Attempted = { action, place: addresses.place(key) };
      const sent = body === undefined ? undefined : unshared(body);
      const hash = sent === undefined ? emptyHash : await hashOf(sent);
      const init: RequestInit = {
        method,
        headers,
        ...(sent !== undefined && { body: sent }),
        ...(signal !== undefined && { signal }),
      };
      return retrying(async () => {
        signal?.throwIfAborted();
        try {
          const response = await dispatch(url, init, hash);
          if (!response.ok && !accepts.includes(response.status)) throw await failureOf(response, attempted, signal);
          return await use(response, attempted);
        } catch (error) {
          signal?.throwIfAborted();
          if (error instanceof PassingFailure || isParquetError(error) || error instanceof ServiceError) throw error;
          throw new PassingFailure(lostConnection(error, attempted));
        }
      }, signal);
    },
  };
}

function lostConnection(cause: unknown, { action, place }: Attempted): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${action} ${place}: the connection failed (${why})`, { cause });
}

async function currentOf(credentials: S3StoreOptions['credentials']): Promise<S3Credentials> {
  if (typeof credentials !== 'function') return credentials;
  let current: S3Credentials;
  try {
    current = await credentials();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ParquetError('INVALID_ARGUMENT', `the \`credentials\` function failed: ${why}`, {}, { cause: error });
  }
  return requireCredentials(current);
}

/** Returns the credentials, after checking them. @throws ParquetError INVALID_ARGUMENT if a key is missing or empty. */
function requireCredentials(credentials: S3Credentials): S3Credentials {
  for (const name of ['accessKeyId', 'secretAccessKey'] as const) {
    const value: unknown = credentials?.[name];
    if (typeof value === 'string' && value !== '') continue;
    throw new ParquetError('INVALID_ARGUMENT', `\`credentials.${name}\` must be a non-empty string`);
  }
  return credentials;
}

/** Returns the bytes in memory that is not shared between threads, because `fetch` rejects shared memory. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** Returns the SHA-256 of the body in hexadecimal. The server compares it with the bytes that arrive. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
