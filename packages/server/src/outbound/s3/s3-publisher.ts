import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { inOneLine } from '../../kernel/text/shortened.ts';
import { WithSettings } from '../../kernel/with-deps.ts';
import {
  type PublishedObject,
  type Publisher,
  PublishingError,
  type PublishingScope,
  type S3PublisherSettings,
} from '../../modules/publishers/index.ts';
import type { OutboundHttp } from '../outbound-http.ts';
import { wholeObject } from '../whole-object.ts';
import { signV4 } from './signature-v4.ts';

export interface S3PublisherDeps {
  readonly outbound: OutboundHttp;
  readonly clock: Clock;
}

/** A publisher that puts each object into a bucket. S3 shows an object whole or not at all, and the newest one at once. */
export class S3Publisher extends WithSettings<S3PublisherSettings, S3PublisherDeps> implements Publisher {
  async publish(object: PublishedObject, signal: AbortSignal): Promise<void> {
    const der = await wholeObject(object, { octets: MAX_OCTETS, receiver: 'a bucket' });
    await this.#put(object.name, der, this.#headersOf(object), signal);
  }

  async remove({ name }: PublishedObject, signal: AbortSignal): Promise<void> {
    await this.#request('DELETE', name, new Uint8Array(), {}, signal);
  }

  async test(signal: AbortSignal): Promise<void> {
    await this.#put(TEST_NAME, new Uint8Array(), { 'content-type': 'text/plain' }, signal);
    await this.#request('DELETE', TEST_NAME, new Uint8Array(), {}, signal);
  }

  #headersOf(object: PublishedObject): Record<string, string> {
    if (object.kind !== 'crl') {
      const isX509 = object.format === 'X509';
      return { 'content-type': isX509 ? 'application/pkix-cert' : 'application/octet-stream' };
    }
    const { thisUpdate, nextUpdate } = object;
    const maxAge = Math.min(this.settings.crlMaxAgeSeconds, Math.max(0, Math.floor((nextUpdate - thisUpdate) / 10)));
    return { 'content-type': 'application/pkix-crl', 'cache-control': `public, max-age=${maxAge}` };
  }

  #put(name: string, body: Uint8Array, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    // The service compares it with what it has stored.
    const checksum = createHash('sha256').update(body).digest('base64');
    return this.#request('PUT', name, body, { ...headers, 'x-amz-checksum-sha256': checksum }, signal);
  }

  async #request(
    method: 'PUT' | 'DELETE',
    name: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { accessKeyId, secretAccessKey, region, trusted } = this.settings;
    const { outbound, clock } = this.deps;
    const url = this.#urlOf(name);
    const credentials = { accessKeyId, secretAccessKey: secretAccessKey?.reveal() ?? '', region };
    const answer = await outbound.request(url.href, {
      method,
      source: 'administrator',
      headers: signV4({ method, url, headers, body }, credentials, clock.nowMs()),
      maxOctets: MAX_ANSWER,
      maxRefusalOctets: MAX_ANSWER,
      anySuccess: true,
      timeoutMs: TIMEOUT_MS,
      signal,
      ...(method === 'PUT' && { body }),
      ...(trusted && { trusted }),
    });
    signal.throwIfAborted();
    if (answer.outcome === 'failed') throw this.#errorOf(method, name, answer);
  }

  #urlOf(name: string): URL {
    const { endpoint, bucket, prefix, addressing } = this.settings;
    const url = new URL(endpoint);
    if (addressing === 'HOST') url.host = `${bucket}.${url.host}`;
    const path = addressing === 'HOST' ? prefix + name : `${bucket}/${prefix}${name}`;
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    return url;
  }

  #errorOf(
    method: string,
    name: string,
    { reason, status, refusal }: { readonly reason: string; readonly status?: number; readonly refusal?: Uint8Array },
  ): PublishingError {
    const { endpoint, bucket, prefix } = this.settings;
    if (status === undefined)
      return new PublishingError(`The storage at ${endpoint} ${reason}.`, { scope: 'publisher' });
    const text = new TextDecoder().decode(refusal);
    const code = /<Code>([\w.]{1,64})<\/Code>/.exec(text)?.[1] ?? '';
    const message = /<Message>([^<]{1,300})/.exec(text)?.[1] ?? '';
    const [scope, advice = ''] = MEANINGS.get(code) ?? [scopeOf(status)];
    const act = method === 'PUT' ? 'take' : 'remove';
    const said = [`status ${status}`, code, inOneLine(message)].filter((part) => part !== '').join(', ');
    return new PublishingError(
      `The bucket ${bucket} at ${endpoint} refuses to ${act} '${prefix}${name}' (${said}).${advice === '' ? '' : ` ${advice}`}`,
      { scope },
    );
  }
}

function scopeOf(status: number): PublishingScope {
  return status === 400 || status === 403 || status === 405 || status === 409 || status === 412
    ? 'object'
    : 'publisher';
}

const KEY = 'Check accessKeyId and secretAccessKey.';
const PLACE = 'Check endpoint, region and addressing.';

/** Codes of S3's errors that say more than their status. */
const MEANINGS: ReadonlyMap<string, readonly [scope: PublishingScope, advice?: string]> = new Map([
  ['AccessDenied', ['object', 'The access key needs the rights s3:PutObject and s3:DeleteObject there.']],
  ['InvalidAccessKeyId', ['publisher', KEY]],
  ['SignatureDoesNotMatch', ['publisher', KEY]],
  ['RequestTimeTooSkewed', ['publisher', 'The clocks differ: correct the one that is wrong.']],
  ['NoSuchBucket', ['publisher', 'Make the bucket, or correct bucket.']],
  ['InvalidBucketName', ['publisher', 'Correct bucket.']],
  ['AuthorizationHeaderMalformed', ['publisher', PLACE]],
  ['PermanentRedirect', ['publisher', PLACE]],
  ['TemporaryRedirect', ['publisher', PLACE]],
  ['EntityTooLarge', ['final']],
] as const);

const TEST_NAME = 'sealwright-test';
const MAX_OCTETS = 128 * 1024 * 1024;
const MAX_ANSWER = 16 * 1024;
/** The signal ends a request sooner. */
const TIMEOUT_MS = 600_000;
