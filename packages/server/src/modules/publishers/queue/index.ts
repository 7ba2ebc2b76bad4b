/** Queues of publishers. */
export {
  type DeletePublication,
  type DeleteStanding,
  type InsertPublication,
  type InsertStanding,
  keyOfText,
  keyText,
  MOST_COUNTED,
  type ObjectKey,
  type Publication,
  type PublicationState,
  type PublicationStore,
  type PublisherStanding,
  type QueueSummary,
  type UpdatePublication,
  type UpdateStanding,
} from './publication.ts';
