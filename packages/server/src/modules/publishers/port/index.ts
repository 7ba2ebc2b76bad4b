/** The port of what publishes, and what it publishes. */
export { PublishingError, type PublishingScope } from './errors.ts';
export { type PublishingAct, publishingFacts } from './publishing-facts.ts';
export type {
  PublishedCaCertificate,
  PublishedCertificate,
  PublishedCrl,
  PublishedObject,
  PublishingCa,
} from './published-object.ts';
export type { Publisher } from './publisher.ts';
