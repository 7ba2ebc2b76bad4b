/** Kinds of publishers: what they are called, and what can be set. */
export { type FilesPublisherSettings } from './files-publisher.ts';
export type { LdapPublisherSettings, NameAttributeType } from './ldap-publisher.ts';
export { PUBLISHER_KINDS, type PublisherTarget, type PublisherType, readTarget } from './publisher-kinds.ts';
export { type S3PublisherSettings } from './s3-publisher.ts';
export type { SftpPublisherSettings } from './sftp-publisher.ts';
export { type WebhookPublisherSettings } from './webhook-publisher.ts';
