/** The options of `s3Store`. */
import type { Limits, OptionNames } from '@marquetry/core';
import type { RetryOptions } from '@marquetry/file';

/** Keys that sign requests. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** Options of `s3Store`. */
export interface S3StoreOptions {
  /** The bucket's name. */
  readonly bucket: string;
  /** The region, which is part of every signature: `eu-central-1`; `auto` for R2; `us-east-1` for most other stores. */
  readonly region: string;
  /** The address of the service. Default: Amazon S3 in `region`. */
  readonly endpoint?: string | URL;
  /** The credentials, or a function that returns them. The function is called before every request, so it should cache its result. */
  readonly credentials: S3Credentials | (() => S3Credentials | Promise<S3Credentials>);
  /** Text that is put before every key, such as `tables/`. Listed keys are without it. */
  readonly prefix?: string;
  /**
   * True for addresses `ENDPOINT/BUCKET/KEY`, false for `BUCKET.ENDPOINT/KEY`. Default: true with `endpoint` or for a bucket
   * whose name has a dot, which certificates do not cover.
   */
  readonly forcePathStyle?: boolean;
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Repeats requests after a status of 408, 429 or 5xx, and after a failed or lost connection. False sends each request once.
   * Default: true.
   */
  readonly retry?: boolean | RetryOptions;
  /** The limits. `resultBytes` is the maximum size of an object that is read whole. Default: `defaultLimits`. */
  readonly limits?: Limits;
}

export const storeOptionNames: OptionNames<S3StoreOptions> = {
  bucket: true,
  region: true,
  endpoint: true,
  credentials: true,
  prefix: true,
  forcePathStyle: true,
  fetch: true,
  retry: true,
  limits: true,
};
