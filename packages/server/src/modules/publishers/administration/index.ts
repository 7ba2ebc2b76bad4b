/** Use cases of administrators on publishers. */
export { type ListedPublisher, ListPublishers } from './list-publishers.ts';
export { RetryPublications } from './retry-publications.ts';
export { WatchPublishers } from './watch-publishers.ts';
export { TestPublisher } from './test-publisher.ts';
