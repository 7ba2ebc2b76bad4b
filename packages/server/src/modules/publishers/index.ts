/** Publishers: what is issued, taken to directories, web servers and receivers of others. */
export type { ListedPublisher, ListPublishers, RetryPublications, TestPublisher } from './administration/index.ts';
export type { MakePublisher, PublishedObjects } from './delivery/index.ts';
export {
  type FilesPublisherSettings,
  type LdapPublisherSettings,
  type NameAttributeType,
  type PublisherTarget,
  type PublisherType,
  readTarget,
  type S3PublisherSettings,
  type SftpPublisherSettings,
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
export { problemsOfPublisher, publisherType } from './publisher-type.ts';
export { publishersModule } from './publishers-module.ts';
export {
  type DeletePublication,
  type DeletePublisherHealth,
  type InsertPublication,
  type InsertPublisherHealth,
  keyOfText,
  keyText,
  MOST_COUNTED,
  type ObjectKey,
  type Publication,
  type PublicationState,
  type PublicationStore,
  type PublisherHealth,
  type QueueSummary,
  type UpdatePublication,
  type UpdatePublisherHealth,
} from './queue/index.ts';
