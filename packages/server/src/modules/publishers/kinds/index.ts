/** Kinds of publishers: what they are called, and what can be set. */
export { type FilesPublisherSettings } from './files-publisher.ts';
export type { PublisherKind } from './publisher-kind.ts';
export { PUBLISHER_KINDS, type PublisherTarget, type PublisherType, readTarget } from './publisher-kinds.ts';
export { type StoredSettings } from './publisher-settings.ts';
export { type WebhookPublisherSettings } from './webhook-publisher.ts';
