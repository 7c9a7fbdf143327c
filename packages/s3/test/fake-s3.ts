/**
 * A small S3 server in memory. It verifies every signature, and tests can replace its responses.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type S3Store, type S3StoreOptions, s3Store } from '@marquetry/s3';
import { afterAll, beforeEach } from 'vitest';

export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly writeId: string | undefined;
}

/** A request that the server received. */
export interface Received {
  readonly method: string;
  /** The decoded key, without the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Uint8Array;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** A response, or `cut` to carry out the request and then close the connection without a response. */
type Replaced = FakeAnswer | 'cut' | undefined;

export interface FakeS3 {
  readonly endpoint: string;
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<
    string,
    { readonly key: string; readonly parts: Map<number, StoredObject>; readonly writeId: string | undefined }
  >;
  readonly received: Received[];
  /**
   * Called with each request and the response that the server would send. The server sends the returned response
   * instead.
   */
  replace: ((request: Received, answer: FakeAnswer) => Replaced | Promise<Replaced>) | undefined;
  close(): Promise<void>;
}

export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/with+signs' };
export const region = 'eu-central-1';
const bucket = 'flights';

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export const errorXml = (code: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>about ${code}</Message>${more}</Error>`;
const xml = (text: string): FakeAnswer => ({ status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>${text}` });
const failure = (status: number, code: string): FakeAnswer => ({ status, body: errorXml(code) });

export function storedOf(bytes: Uint8Array, writeId?: string): StoredObject {
  return { bytes, etag: `"${createHash('md5').update(bytes).digest('hex')}"`, writeId };
}

/** Computes the signature (Signature Version 4) from the request line as it was received. */
function isSigned({ headers, method, url = '' }: IncomingMessage, body: Uint8Array): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (match === null) return false;
  const [, id, day = '', where = '', names = '', signature] = match;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const [path = '', search = ''] = url.split('?');
  const canonical = [
    method,
    path,
    search.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${where}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), where));
  return id === credentials.accessKeyId && where === region && signature === hmac(key, text).toString('hex');
}

/**
 * Starts a server for all tests of a file. Its objects are removed before each test, and it is closed after the last
 * test.
 */
export async function useFakeS3(): Promise<FakeS3> {
  const fake = await startFakeS3();
  afterAll(() => fake.close());
  beforeEach(() => {
    fake.objects.clear();
    fake.uploads.clear();
    fake.received.length = 0;
    fake.replace = undefined;
  });
  return fake;
}

/**
 * Returns a store for the server's bucket. It sends a failing request up to three times, with short waits between
 * attempts.
 */
export function storeOf({ endpoint }: FakeS3, options: Partial<S3StoreOptions> = {}): S3Store {
  return s3Store({ endpoint, bucket, region, credentials, retry: { attempts: 3, firstMillis: 1 }, ...options });
}

/** Starts a server on a free port. */
async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const uploads: FakeS3['uploads'] = new Map();
  const received: Received[] = [];

  const list = (query: URLSearchParams): FakeAnswer => {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = keys.slice(0, 1000);
    const entries = page.map((key) => {
      const { bytes, etag } = objects.get(key) as StoredObject;
      const date = '2026-11-24T00:00:00.000Z';
      const text = encodeURIComponent(key).replaceAll('%20', '+');
      return `<Contents><Key>${text}</Key><LastModified>${date}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml(
      `<ListBucketResult xmlns="x"><IsTruncated>${next !== ''}</IsTruncated><EncodingType>url</EncodingType>${next}${entries.join('')}</ListBucketResult>`,
    );
  };
  const read = ({ headers, key, method }: Received): FakeAnswer => {
    const object = objects.get(key);
    if (object === undefined) return failure(404, 'NoSuchKey');
    const { bytes, etag, writeId } = object;
    if ((headers['if-match'] ?? etag) !== etag) return failure(412, 'PreconditionFailed');
    const shared = { ETag: etag, ...(writeId !== undefined && { 'x-amz-meta-marquetry-write': writeId }) };
    if (method === 'HEAD') return { status: 200, headers: { ...shared, 'Content-Length': String(bytes.length) } };
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    if (range === null) return { status: 200, headers: shared, body: bytes };
    const first = Number(range[1]);
    const last = Math.min(Number(range[2]), bytes.length - 1);
    if (first > last) {
      return { status: 416, body: errorXml('InvalidRange', `<ActualObjectSize>${bytes.length}</ActualObjectSize>`) };
    }
    const stated = { ...shared, 'Content-Range': `bytes ${first}-${last}/${bytes.length}` };
    return { status: 206, headers: stated, body: bytes.subarray(first, last + 1) };
  };
  const write = ({ headers, key, body }: Received): FakeAnswer => {
    if (headers['if-none-match'] === '*' && objects.has(key)) return failure(412, 'PreconditionFailed');
    const source = headers['x-amz-copy-source'];
    if (typeof source === 'string') {
      const found = objects.get(decodeURIComponent(source).slice(`/${bucket}/`.length));
      if (found === undefined) return failure(404, 'NoSuchKey');
      objects.set(key, found);
      return xml(`<CopyObjectResult><ETag>${found.etag}</ETag></CopyObjectResult>`);
    }
    const object = storedOf(body, headers['x-amz-meta-marquetry-write'] as string | undefined);
    objects.set(key, object);
    return { status: 200, headers: { ETag: object.etag } };
  };
  const upload = (request: Received): FakeAnswer => {
    const { body, headers, key, method, query } = request;
    const id = query.get('uploadId') ?? '';
    const found = uploads.get(id);
    if (found === undefined) return failure(404, 'NoSuchUpload');
    if (method === 'DELETE') {
      uploads.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      const part = storedOf(body);
      found.parts.set(Number(query.get('partNumber')), part);
      if (headers['x-amz-copy-source'] === undefined) return { status: 200, headers: { ETag: part.etag } };
      return xml(`<CopyPartResult><ETag>${part.etag}</ETag></CopyPartResult>`);
    }
    if (headers['if-none-match'] === '*' && objects.has(key)) return failure(412, 'PreconditionFailed');
    const named = [...new TextDecoder().decode(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)];
    const parts = named.map(([, number, etag]) => {
      const part = found.parts.get(Number(number));
      return part?.etag === etag?.replaceAll('&#34;', '"') ? part : undefined;
    });
    if (parts.includes(undefined)) return failure(400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => (part?.bytes.length ?? 0) < 5 * 2 ** 20))
      return failure(400, 'EntityTooSmall');
    const object = storedOf(Buffer.concat(parts.map((part) => part?.bytes ?? new Uint8Array(0))), found.writeId);
    objects.set(key, object);
    uploads.delete(id);
    return xml(`<CompleteMultipartUploadResult><ETag>${object.etag}</ETag></CompleteMultipartUploadResult>`);
  };
  const answer = (request: Received): FakeAnswer => {
    const { headers, key, method, query } = request;
    if (key === '' && query.get('list-type') === '2') return list(query);
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload & ${uploads.size + 1}`;
      const writeId = headers['x-amz-meta-marquetry-write'] as string | undefined;
      uploads.set(id, { key, parts: new Map(), writeId });
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;')}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (query.has('uploadId')) return upload(request);
    if (method === 'PUT') return write(request);
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    return read(request);
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = new Uint8Array(Buffer.concat(chunks));
    const [path = '', search = ''] = (incoming.url ?? '').split('?');
    const key = decodeURIComponent(path.slice(`/${bucket}/`.length));
    const request: Received = {
      method: incoming.method ?? '',
      key,
      query: new URLSearchParams(search),
      headers: incoming.headers,
      body,
    };
    received.push(request);
    const own = isSigned(incoming, body) ? answer(request) : failure(403, 'SignatureDoesNotMatch');
    const sent = (await fake.replace?.(request, own)) ?? own;
    if (sent === 'cut') {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(sent.status, sent.headers);
    outgoing.end(request.method === 'HEAD' ? undefined : sent.body);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    received,
    replace: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
