import type { Secret } from '../../configuration/index.ts';
import type { PublisherKind } from './publisher-kind.ts';

/** Settings of a publisher that posts to a receiver. */
export interface WebhookPublisherSettings {
  /** `http` or `https`. */
  readonly url: string;
  /** The key of the signature over each body; undefined: there is none. */
  readonly secret: Secret | undefined;
}

/** A POST for each object, to any receiver: the way of everything that has no kind of its own. */
export const webhookPublisher: PublisherKind<WebhookPublisherSettings> = {
  labels: ['Webhook'],
  settings: ['url', 'secret'],
  read(settings) {
    const url = settings.requiredText('url');
    const { protocol, username = '', password = '' } = URL.parse(url) ?? {};
    if (url !== '' && protocol !== 'http:' && protocol !== 'https:')
      settings.report('url', 'has to be a URL of http or https');
    // What stands in a URL is shown, and comes into logs.
    if (username + password !== '') settings.report('url', 'must not have a user or a password in it');
    return { url, secret: settings.secret('secret') };
  },
};
