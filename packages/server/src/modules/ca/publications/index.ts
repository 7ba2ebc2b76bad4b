/** The part of CAs in publishing: entries of queues, and the objects themselves. */
export { PublishedObjects } from './published-objects.ts';
export { QueueingStore, type QueueingStoreDeps } from './queueing-store.ts';
