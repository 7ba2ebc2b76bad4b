/** Publishing of CA objects: entries for the queues, and the objects themselves. */
export { objectsOfCa, usablePublishers } from './objects-of-ca.ts';
export { PublishedObjects } from './published-objects.ts';
export { QueueingStore, type QueueingStoreDeps } from './queueing-store.ts';
