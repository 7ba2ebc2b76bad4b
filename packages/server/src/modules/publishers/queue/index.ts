/** Queues of publishers. */
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
} from './publication.ts';
