/** Delivery of what waits in the queues of publishers. */
export {
  DeliverPublications,
  type DeliverPublicationsDeps,
  type MakePublisher,
  type PublishedObjects,
  type PublisherDocument,
} from './deliver-publications.ts';
export { tryPublisher } from './attempt.ts';
export { publisherTask, PublisherTasks } from './publisher-tasks.ts';
