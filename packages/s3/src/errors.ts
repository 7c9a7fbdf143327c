/**
 * Creates errors for failures that the service reports. Their messages say what the user can do.
 */
import { createLimits, isParquetError, ParquetError } from '@marquetry/core';
import { discardBody, isPassingStatus, PassingFailure, readWhole, retryAfterMillis } from '@marquetry/file/remote';
import { parseXml, textIn, type XmlElement } from './xml.js';

/** An error that the service reported and for which no solution is known. Connection errors have a different class. */
export class ServiceError extends Error {}

/** Describes a request in errors: its action and its object. */
export interface Attempted {
  /** The start of the error message, such as `cannot read`. */
  readonly action: string;
  /** `s3://BUCKET/KEY`. */
  readonly place: string;
}

/**
 * Maximum size of an XML response in bytes. S3's responses are smaller: a page of a listing has at most 1,000 keys, and
 * each key has at most 1,024 bytes, which are percent-encoded.
 */
const xmlLimits = /* @__PURE__ */ createLimits({ resultBytes: 2 ** 23 });

/** S3 error codes after which the same request may succeed, regardless of the status. */
const passingCodes: ReadonlySet<string> = new Set([
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/**
 * Reads the XML of a response.
 * @throws ParquetError CORRUPT if the response exceeds the size limit; PassingFailure, so that the request is repeated,
 * if it ends early or is not the kind of XML that S3 sends.
 */
export async function readXml(
  response: Response,
  { action, place }: Attempted,
  signal: AbortSignal | undefined,
): Promise<XmlElement> {
  try {
    return parseXml(await textOf(response, signal));
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    const cause = { cause: error };
    const wrapped = new ParquetError('CORRUPT', `${action} ${place}: ${reason}; check \`endpoint\``, {}, cause);
    if (isParquetError(error) && error.code === 'LIMIT') throw wrapped;
    throw new PassingFailure(wrapped);
  }
}

async function textOf({ body }: Response, signal: AbortSignal | undefined): Promise<string> {
  if (body === null) return '';
  return new TextDecoder().decode(await readWhole(body, { what: 'the response', limits: xmlLimits, signal }));
}

/**
 * Reads the `<Error>` element of an error response. Returns undefined if the body is not the kind of XML that S3 sends:
 * it may be HTML from a proxy.
 */
export async function readError(response: Response, signal: AbortSignal | undefined): Promise<XmlElement | undefined> {
  try {
    return parseXml(await textOf(response, signal));
  } catch {
    signal?.throwIfAborted();
    discardBody(response);
    return undefined;
  }
}

/**
 * Returns the error for an error response: a PassingFailure if the request may succeed later, a ParquetError that
 * states the solution if one is known, and otherwise an Error that states the status.
 * @param read The result of {@link readError}, if the body has already been read.
 */
export async function failureOf(
  response: Response,
  attempted: Attempted,
  signal: AbortSignal | undefined,
  read?: { readonly root: XmlElement | undefined },
): Promise<unknown> {
  const { headers, status, statusText } = response;
  const { root } = read ?? { root: await readError(response, signal) };
  const region = headers.get('x-amz-bucket-region') ?? undefined;
  const facts: Facts = { status, statusText, root, region, waitMillis: retryAfterMillis(response) };
  return errorOf(attempted, facts);
}

interface Facts {
  readonly status: number;
  readonly statusText?: string;
  readonly root: XmlElement | undefined;
  readonly region?: string | undefined;
  readonly waitMillis?: number | undefined;
}

/**
 * Returns the error for an `<Error>` element. S3 sends such an element even with status 200 if a long request fails
 * late.
 */
export function errorOf(
  { action, place }: Attempted,
  { status, statusText = '', root, region, waitMillis }: Facts,
): unknown {
  const code = root === undefined ? undefined : textIn(root, 'Code');
  const message = root === undefined ? undefined : textIn(root, 'Message');
  const said = [String(status), code ?? statusText, message === undefined ? '' : `(${message.slice(0, 300)})`];
  const answer = `${action} ${place}: the server returned ${said.filter((word) => word !== '').join(' ')}`;
  if (isPassingStatus(status) || (code !== undefined && passingCodes.has(code))) {
    return new PassingFailure(new Error(answer), waitMillis);
  }
  if (isChanged(status, code)) {
    return new ParquetError('CORRUPT', `${answer}; the object has changed since it was opened: open it again`);
  }
  const cure = cureOf(status, code, region ?? (root === undefined ? undefined : textIn(root, 'Region')));
  return cure === undefined ? new ServiceError(answer) : new ParquetError('INVALID_ARGUMENT', `${answer}; ${cure}`);
}

function isChanged(status: number, code: string | undefined): boolean {
  return status === 412 || code === 'PreconditionFailed';
}

/** Returns what the user can do about an error; undefined if no solution is known. */
function cureOf(status: number, code: string | undefined, region: string | undefined): string | undefined {
  const isMoved = status === 0 || (status >= 300 && status < 400);
  if (isMoved || code === 'AuthorizationHeaderMalformed' || code === 'IllegalLocationConstraintException') {
    return region === undefined
      ? 'set `region` and `endpoint` to those of the bucket'
      : `the bucket is in ${region}: change \`region\` and any \`endpoint\` to match`;
  }
  if (code === 'RequestTimeTooSkewed') return 'correct the clock of this machine';
  if (code === 'ExpiredToken') return 'the credentials have expired: let `credentials` return new ones';
  if (code === 'SignatureDoesNotMatch') return 'check `secretAccessKey`, `region` and the path of `endpoint`';
  if (code === 'InvalidAccessKeyId') return 'check `accessKeyId` and `endpoint`';
  if (code === 'NoSuchBucket') return 'check `bucket`, `region` and `endpoint`';
  if (status === 401 || status === 403) {
    return 'check that the credentials are right and allow this action, and that the clock of this machine is right';
  }
  return status === 404 ? 'the object does not exist: check the key and the `prefix` of the store' : undefined;
}
