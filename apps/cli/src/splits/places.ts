/** Opens the sources and targets of splits: paths, URLs and S3 objects. */

import type { S3Store } from '@marquetry/s3';
import { type ResolveSource, resolveSource, type SplitStore } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';

/**
 * Returns the function that opens sources. Access to buckets is configured by the same environment variables as for
 * the AWS CLI.
 */
export function resolverOf(context: Pick<Context, 'env'>): ResolveSource {
  return async (uri, known, signal) => {
    const place = s3Place(uri);
    if (place === undefined) return resolveSource(uri, known, signal);
    const store = await bucketOf(place.bucket, '', context);
    const { byteLength, version } = known ?? {};
    return store.source(place.key, {
      ...{ signal, wholeBytes: 0 },
      ...(version !== undefined && byteLength !== undefined && { byteLength, version }),
    });
  };
}

/** Returns the store of a target: a folder, or the part of a bucket below a prefix. */
export async function targetOf(name: string, context: Pick<Context, 'env'>): Promise<SplitStore> {
  const place = s3Place(name);
  if (place !== undefined) {
    const prefix = place.key === '' || place.key.endsWith('/') ? place.key : `${place.key}/`;
    return bucketOf(place.bucket, prefix, context);
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(name))
    throw new UsageError(`${name}: the target must be a folder or s3://BUCKET/PREFIX`);
  return diskStore(name);
}

function s3Place(uri: string): { readonly bucket: string; readonly key: string } | undefined {
  const [, bucket, key] = /^s3:\/\/([^/]+)(?:\/(.*))?$/i.exec(uri) ?? [];
  return bucket === undefined ? undefined : { bucket, key: key ?? '' };
}

async function bucketOf(bucket: string, prefix: string, { env }: Pick<Context, 'env'>): Promise<S3Store> {
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  if (!accessKeyId || !secretAccessKey || !region) {
    const needed = 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION';
    throw new UsageError(
      `s3://${bucket}: set the variables ${needed}, and AWS_ENDPOINT_URL for a service other than Amazon S3`,
    );
  }
  const { s3Store } = await import('@marquetry/s3');
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return s3Store({
    ...{ bucket, prefix, region },
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    ...(endpoint && { endpoint }),
  });
}
