import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { webhookReceiver } from '../../../../test/outbound/webhook-receiver.ts';
import { noticeMessage } from '../../test/notice-message.ts';
import type { Notice } from '../modules/notices/index.ts';
import { WebhookNotices } from './webhook-notices.ts';

const MESSAGE = noticeMessage('webhook', '');
const NOTICE: Notice = {
  id: 17,
  kind: 'crl',
  name: "number 5 of 'Root CA'",
  endsAt: Date.UTC(2031, 4, 1, 10) / 1000,
  facts: { crl_number: '5' },
  advice: 'Make one.',
};

describe('notices by webhook', () => {
  it('arrive as JSON, signed, with the id of the message in body and header', async (t) => {
    const receiver = await webhookReceiver(t);
    const secret = new TextEncoder().encode('a key of sixteen octets');
    const outbound = outboundHttpTo([]);
    const sender = new WebhookNotices({ outbound, url: receiver.url, secret, host: 'ca.example.com' });
    await sender.send(MESSAGE, [NOTICE]);
    await sender.send(MESSAGE, [NOTICE]);
    const [post, again] = receiver.posts;
    assert.equal(post!.headers['content-type'], 'application/json');
    assert.equal(post!.headers['x-sealwright-delivery'], MESSAGE.messageId);
    const signature = createHmac('sha256', secret).update(post!.body).digest('hex');
    assert.equal(post!.headers['x-sealwright-signature'], `sha256=${signature}`);
    assert.deepEqual(post!.json, {
      id: MESSAGE.messageId,
      type: 'expiration',
      server: 'ca.example.com',
      notices: [
        {
          id: '17',
          kind: 'crl',
          name: "number 5 of 'Root CA'",
          ends_at: '2031-05-01T10:00:00Z',
          crl_number: '5',
          to_do: 'Make one.',
        },
      ],
    });
    assert.deepEqual(again!.body, post!.body);
  });

  it('have no signature without a key', async (t) => {
    const receiver = await webhookReceiver(t);
    await new WebhookNotices({ outbound: outboundHttpTo([]), url: receiver.url, secret: undefined, host: 'x' }).send(
      MESSAGE,
      [NOTICE],
    );
    assert.equal(receiver.posts[0]!.headers['x-sealwright-signature'], undefined);
  });

  for (const status of [302, 400, 500, 0])
    it(`fail with the answer ${status === 0 ? 'that never comes' : status}, and the log has no path of the webhook`, async (t) => {
      const receiver = await webhookReceiver(t);
      receiver.status = status;
      // Long enough for the request to arrive.
      const outbound = outboundHttpTo([], { timeoutMs: status === 0 ? 2000 : 60_000 });
      const sender = new WebhookNotices({ outbound, url: receiver.url, secret: undefined, host: 'x' });
      await assert.rejects(sender.send(MESSAGE, [NOTICE]), { code: 'notice.not_sent' });
      assert.equal(outbound.failures[0]!.url, new URL(receiver.url).origin);
      assert.equal(receiver.posts.length, 1);
    });
});
