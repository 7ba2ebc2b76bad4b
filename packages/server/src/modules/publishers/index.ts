/** Publishers: what is issued, taken to directories, web servers and receivers of others. */
export {
  type FilesPublisherSettings,
  type LdapLogin,
  type LdapPublisherSettings,
  type NameAttributeType,
  PUBLISHER_KINDS,
  type PublisherKind,
  type PublisherTarget,
  type PublisherType,
  readTarget,
  type S3PublisherSettings,
  type SftpPublisherSettings,
  type SshHostKey,
  type StoredSettings,
  type WebhookPublisherSettings,
} from './kinds/index.ts';
export {
  type PublishedCaCertificate,
  type PublishedCertificate,
  type PublishedCrl,
  type PublishedObject,
  type Publisher,
  type PublishingAct,
  type PublishingCa,
  PublishingError,
  publishingFacts,
  type PublishingScope,
} from './port/index.ts';
