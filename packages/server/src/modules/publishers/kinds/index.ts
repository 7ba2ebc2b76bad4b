/** Kinds of publishers: what they are called, and what can be set. */
export { type FilesPublisherSettings } from './files-publisher.ts';
export type { LdapLogin, LdapPublisherSettings, NameAttributeType } from './ldap-publisher.ts';
export type { PublisherKind } from './publisher-kind.ts';
export { PUBLISHER_KINDS, type PublisherTarget, type PublisherType, readTarget } from './publisher-kinds.ts';
export { type S3PublisherSettings } from './s3-publisher.ts';
export type { SftpPublisherSettings, SshHostKey } from './sftp-publisher.ts';
export { type StoredSettings } from './publisher-settings.ts';
export { type WebhookPublisherSettings } from './webhook-publisher.ts';
