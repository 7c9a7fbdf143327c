// The code that a program loads for an S3-compatible store, with its sources, sinks and signatures.
export { s3Store } from '@marquetry/s3';
