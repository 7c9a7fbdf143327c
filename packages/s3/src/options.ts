/** Options for `s3Store`. */
import type { Limits, OptionNames } from '@marquetry/core';
import type { RetryOptions } from '@marquetry/file';

/** Credentials for signing requests. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** Options for `s3Store`. */
export interface S3StoreOptions {
  /** Name of the bucket. */
  readonly bucket: string;
  /**
   * Region of the bucket, such as `eu-central-1`. Use `auto` for R2, and `us-east-1` for most other stores. The region
   * is part of every signature.
   */
  readonly region: string;
  /** The address of the service. Default: Amazon S3 in `region`. */
  readonly endpoint?: string | URL;
  /** The credentials, or a function that returns them. The function is called before every request, so it should cache its result. */
  readonly credentials: S3Credentials | (() => S3Credentials | Promise<S3Credentials>);
  /** Text that is prepended to every key, such as `tables/`. `list` returns keys without it. */
  readonly prefix?: string;
  /**
   * True for addresses of the form `ENDPOINT/BUCKET/KEY`, false for `BUCKET.ENDPOINT/KEY`. Default: true if `endpoint`
   * is set, or if the bucket's name contains a dot, because S3's wildcard TLS certificate does not cover
   * such host names.
   */
  readonly forcePathStyle?: boolean;
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Whether and how to repeat requests after status 408, 429 or 5xx, and after a failed or lost connection. If false,
   * each request is sent only once. Default: true.
   */
  readonly retry?: boolean | RetryOptions;
  /** Size limits. `resultBytes` is the maximum size of an object that is read as a whole. Default: `defaultLimits`. */
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
