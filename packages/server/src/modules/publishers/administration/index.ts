/** Use cases of administrators on publishers. */
export { type ListedPublisher, ListPublishers, type PublisherState } from './list-publishers.ts';
export { RetryPublications } from './retry-publications.ts';
export { WatchPublishers } from './watch-publishers.ts';
export { type TestedPublisher, TestPublisher } from './test-publisher.ts';
