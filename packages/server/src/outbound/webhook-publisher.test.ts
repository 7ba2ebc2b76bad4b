import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { webhookReceiver } from '../../../../test/outbound/webhook-receiver.ts';
import { publishedCertificate, publishedCrl } from '../../test/published-objects.ts';
import { Secret } from '../modules/configuration/index.ts';
import { WebhookPublisher } from './webhook-publisher.ts';

const { signal } = new AbortController();
const SECRET = new Secret(false, () => 'a key of sixteen octets');

function publisherTo(url: string, secret: Secret | undefined, options: { readonly timeoutMs?: number } = {}) {
  const outbound = outboundHttpTo([new URL(url).host], options);
  return new WebhookPublisher({ url, secret }, { outbound, host: 'ca.example.com' });
}

describe('publishing by webhook', () => {
  it('posts an object as JSON, signed as notices are, under an id of what it says', async (t) => {
    const receiver = await webhookReceiver(t);
    const publisher = publisherTo(receiver.url, SECRET);
    await publisher.publish(publishedCrl({}), signal);
    await publisher.publish(publishedCrl({}), signal);
    const [post, again] = receiver.posts;
    const signature = createHmac('sha256', 'a key of sixteen octets').update(post!.body).digest('hex');
    assert.equal(post!.headers['x-sealwright-signature'], `sha256=${signature}`);
    assert.match(post!.json.id, /^[0-9a-f]{32}$/);
    assert.deepEqual(post!.json, {
      id: post!.headers['x-sealwright-delivery'],
      type: 'publication',
      server: 'ca.example.com',
      act: 'publish',
      object: {
        kind: 'crl',
        name: 'crls/Root_20CA.crl',
        version: 5,
        ca: 'Root CA',
        ca_subject: 'CN=Root CA',
        sha1: '01'.repeat(20),
        number: 5,
        partition: 0,
        this_update: '2023-11-14T22:13:20Z',
        next_update: '2023-11-15T22:13:20Z',
        content: 'MAMCAQE=',
      },
    });
    assert.deepEqual(again!.body, post!.body);
  });

  it('gives each change of a certificate another id, back to what it was before as well', async (t) => {
    const receiver = await webhookReceiver(t);
    const publisher = publisherTo(receiver.url, undefined);
    const held = { reason: 'CERTIFICATE_HOLD', revokedAt: 1_700_000_000 };
    await publisher.publish(publishedCertificate({}), signal);
    await publisher.publish(publishedCertificate({ version: 1, revocation: held }), signal);
    await publisher.publish(publishedCertificate({ version: 2 }), signal);
    await publisher.remove(publishedCertificate({ version: 2 }), signal);
    assert.equal(new Set(receiver.posts.map(({ json }) => json.id)).size, 4);
    assert.equal(receiver.posts[0]!.headers['x-sealwright-signature'], undefined);
  });

  for (const [status, scope] of [
    [302, 'publisher'],
    [401, 'publisher'],
    [404, 'publisher'],
    [500, 'publisher'],
    [503, 'publisher'],
    [409, 'object'],
    [400, 'final'],
    [422, 'final'],
  ] as const)
    it(`fails with the answer ${status}, which is the failure of: ${scope}`, async (t) => {
      const receiver = await webhookReceiver(t);
      receiver.status = status;
      const publisher = publisherTo(receiver.url, SECRET);
      await assert.rejects(publisher.publish(publishedCrl({}), signal), { code: 'publisher.not_published', scope });
    });

  it('has the time of its signal, whatever other requests have', async (t) => {
    const receiver = await webhookReceiver(t);
    await publisherTo(receiver.url, SECRET, { timeoutMs: 1 }).publish(publishedCrl({}), signal);
    assert.equal(receiver.posts.length, 1);
  });

  it('ends with its signal', async (t) => {
    const receiver = await webhookReceiver(t);
    receiver.status = 0;
    const ending = new AbortController();
    const sent = publisherTo(receiver.url, SECRET).publish(publishedCrl({}), ending.signal);
    ending.abort();
    await assert.rejects(sent, { name: 'AbortError' });
  });

  it('takes no more than messages have, and reads nothing of what is larger', async () => {
    const read = () => Promise.reject(new RangeError('read'));
    const content = { octets: 33 * 1024 * 1024, inMemory: undefined, read };
    const publisher = publisherTo('http://127.0.0.1:9/', SECRET);
    await assert.rejects(publisher.publish(publishedCrl({ content }), signal), { scope: 'final' });
  });

  it('connects only where the policy of the server leads', async (t) => {
    const receiver = await webhookReceiver(t);
    const publisher = new WebhookPublisher(
      { url: receiver.url, secret: undefined },
      { outbound: outboundHttpTo([]), host: 'x' },
    );
    await assert.rejects(publisher.test(signal), { code: 'publisher.not_published', scope: 'publisher' });
    assert.equal(receiver.posts.length, 0);
  });
});
