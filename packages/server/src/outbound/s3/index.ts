/** Buckets of S3, in which objects are published. */
export { S3Publisher } from './s3-publisher.ts';
