/** Queues of publishers. */
export { keyOfText, keyText, type ObjectKey } from './object-key.ts';
export {
  type DeletePublication,
  type InsertPublication,
  MOST_COUNTED,
  type Publication,
  type PublicationState,
  type PublicationStore,
  type QueueSummary,
  type UpdatePublication,
} from './publication.ts';
export type {
  DeletePublisherHealth,
  InsertPublisherHealth,
  PublisherHealth,
  UpdatePublisherHealth,
} from './publisher-health.ts';
