import { createHash } from 'node:crypto';
import { WithSettings } from '../kernel/with-deps.ts';
import {
  type PublishedObject,
  type Publisher,
  type PublishingAct,
  PublishingError,
  publishingFacts,
  type PublishingScope,
  type WebhookPublisherSettings,
} from '../modules/publishers/index.ts';
import type { OutboundHttp } from './outbound-http.ts';
import { postSigned } from './signed-post.ts';
import { wholeObject } from './whole-object.ts';

export interface WebhookPublisherDeps {
  readonly outbound: OutboundHttp;
  /** This server, as receivers know it. */
  readonly host: string;
}

/** A publisher that posts each object as JSON, signed as notices are. */
export class WebhookPublisher
  extends WithSettings<WebhookPublisherSettings, WebhookPublisherDeps>
  implements Publisher
{
  async publish(object: PublishedObject, signal: AbortSignal): Promise<void> {
    const der = await wholeObject(object, { octets: MAX_CONTENT, receiver: 'a webhook' });
    await this.#post('publish', { ...publishingFacts(object), content: der.toBase64() }, signal);
  }

  async remove(object: PublishedObject, signal: AbortSignal): Promise<void> {
    await this.#post('remove', publishingFacts(object), signal);
  }

  async test(signal: AbortSignal): Promise<void> {
    await this.#post('test', undefined, signal);
  }

  async #post(act: PublishingAct | 'test', object: object | undefined, signal: AbortSignal): Promise<void> {
    const { outbound, host } = this.deps;
    const { url, secret } = this.settings;
    const message = { type: 'publication', server: host, act, ...(object && { object }) };
    // Of what it says: the same message is the same id, however often it is sent, and each change of an object has a version of its own.
    const id = createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 32);
    const body = new TextEncoder().encode(JSON.stringify({ id, ...message }));
    const key = secret && new TextEncoder().encode(secret.reveal());
    const post = { url, source: 'administrator', id, body, secret: key, signal, timeoutMs: TIMEOUT_MS } as const;
    const answer = await postSigned(outbound, post);
    signal.throwIfAborted();
    if (answer.outcome === 'failed')
      throw new PublishingError(`The receiver ${answer.reason}.`, { scope: scopeOf(answer.status) });
  }
}

/** Statuses that speak of this message alone refuse it; all others say that the receiver cannot take any. */
function scopeOf(status: number | undefined): PublishingScope {
  if (status !== undefined && REFUSALS.has(status)) return 'final';
  return status === 409 ? 'object' : 'publisher';
}

const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** The signal ends a request sooner. */
const TIMEOUT_MS = 600_000;
const MAX_CONTENT = 32 * 1024 * 1024;
