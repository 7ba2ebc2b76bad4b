import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { type Certificate, encodeOcspResponse, findPath, ocspNonce, OcspRequest, trustAnchorOf } from '@sealwright/pki';
import { type TestAnswer, TestResponder } from '../../../../test/pki/test-ocsp.ts';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { systemRandom } from '../kernel/random.ts';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { HttpOcspResponders } from './http-ocsp-responders.ts';
import { atEnd } from '../../test/at-end.ts';

const ca = TestCa.root('CN=Elsewhere');
const { certificate } = ca.issueClient('alice');
const START = Date.UTC(2026, 0, 1);
const revoked = { status: 'revoked', revokedAt: START / 1000 - 60, reason: 'SUPERSEDED' } as const;

/** A responder, and what it was asked. */
async function responderAt(
  t: TestContext,
  answer: (request: OcspRequest) => Uint8Array | { readonly status: number; readonly location?: string } | undefined,
) {
  const seen: OcspRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request = OcspRequest.parse(Buffer.concat(await incoming.toArray()));
      assert.equal(incoming.headers['content-type'], 'application/ocsp-request');
      seen.push(request);
      const answered = answer(request);
      if (answered === undefined) return;
      if (answered instanceof Uint8Array) outgoing.end(answered);
      else outgoing.writeHead(answered.status, answered.location ? { location: answered.location } : {}).end();
    })();
  }).listen(0, '127.0.0.1');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/ocsp`, seen };
}

/** Makes a client, with a clock that a test moves. */
function asker(hosts: readonly string[], options: { readonly timeoutMs?: number } = {}) {
  const now = { ms: START };
  const responders = new HttpOcspResponders(outboundHttpTo(hosts, options), { nowMs: () => now.ms }, systemRandom());
  const ask = async (urls: readonly string[], of: Certificate = certificate, trusted: readonly Certificate[] = []) => {
    const seconds = now.ms / 1000;
    const path = findPath(of, { anchors: [trustAnchorOf(ca.certificate)], intermediates: [] }, { now: START / 1000 });
    const answer = await responders.ask(urls, { path, at: 0, now: seconds, trustedResponders: trusted });
    return answer?.response.certificateStatus.status;
  };
  return { now, ask };
}

const said = (answer: TestAnswer = {}, by = new TestResponder(ca), at = START) =>
  by.answer(certificate, at / 1000, answer);

describe('responders elsewhere', () => {
  it('are asked for the certificate with a nonce, at the first URL that answers', async (t) => {
    const silent = await responderAt(t, () => ({ status: 404 }));
    const { host, url, seen } = await responderAt(t, (request) => said({ nonce: request.extension(ocspNonce)! }));
    const { ask } = asker([silent.host, host]);
    assert.equal(await ask([silent.url, url]), 'good');
    assert.equal(seen.length, 1);
    assert.equal(seen[0]?.extension(ocspNonce)?.length, 32);
    assert.deepEqual(Uint8Array.from(seen[0].queries[0]!.certificateId.serialNumber), certificate.serialNumberBytes);
  });

  it('are asked in no other host', async (t) => {
    const { url, seen } = await responderAt(t, () => said());
    const { ask } = asker(['ocsp.example.com']);
    assert.equal(await ask([url, 'file:///etc/passwd', 'no url']), undefined);
    assert.equal(seen.length, 0);
  });

  it('are not asked where a host sends to', async (t) => {
    const inside = await responderAt(t, () => said());
    const outside = await responderAt(t, () => ({ status: 307, location: inside.url }));
    const { ask } = asker([outside.host, inside.host]);
    assert.equal(await ask([outside.url]), undefined);
    assert.equal(inside.seen.length, 0);
  });

  it('are not relied on with another nonce, also when the same answer is wanted again', async (t) => {
    const { host, url } = await responderAt(t, () => said({ nonce: new Uint8Array(32) }));
    const { ask } = asker([host]);
    assert.equal(await ask([url]), undefined);
    assert.equal(await ask([url]), undefined);
  });

  it('are not relied on when they do not serve the CA, refuse, are silent, or send something else', async (t) => {
    const stranger = TestCa.root('CN=Stranger');
    for (const answer of [
      said({}, new TestResponder(ca, stranger)),
      encodeOcspResponse({ status: 'tryLater' }),
      Buffer.from('no answer'),
      new Uint8Array(200_000),
      { status: 500 },
      undefined,
    ]) {
      const { host, url } = await responderAt(t, () => answer);
      assert.equal(await asker([host], { timeoutMs: 300 }).ask([url]), undefined);
    }
  });

  it('are asked once until their next update, by any number of callers', async (t) => {
    const { host, url, seen } = await responderAt(t, () => said({ nextUpdate: START / 1000 + 200 }));
    const { ask, now } = asker([host]);
    assert.deepEqual(await Promise.all([ask([url]), ask([url])]), ['good', 'good']);
    now.ms += 199_000;
    assert.equal(await ask([url]), 'good');
    assert.equal(seen.length, 1);
    now.ms += 1000;
    await ask([url]);
    assert.equal(seen.length, 2);
  });

  it('are asked again after five minutes, whatever they promise: the certificate may be revoked meanwhile', async (t) => {
    const { host, url, seen } = await responderAt(t, () =>
      said({ nextUpdate: START / 1000 + 604_800, ...(seen.length > 1 && { status: revoked }) }),
    );
    const { ask, now } = asker([host]);
    assert.equal(await ask([url]), 'good');
    now.ms += 299_000;
    assert.equal(await ask([url]), 'good');
    now.ms += 1000;
    assert.equal(await ask([url]), 'revoked');
    assert.equal(seen.length, 2);
  });

  for (const [what, answer] of [
    ['promise no next answer', said({ nextUpdate: null })],
    ['do not know the certificate', said({ status: { status: 'unknown' } })],
    ['did not answer', { status: 503 }],
  ] as const)
    it(`that ${what} are asked again soon`, async (t) => {
      const { host, url, seen } = await responderAt(t, () => answer);
      const { ask, now } = asker([host]);
      await ask([url]);
      await ask([url]);
      assert.equal(seen.length, 1);
      now.ms += 10_000;
      await ask([url]);
      assert.equal(seen.length, 2);
    });

  it('are judged by each who asks: who trusts whom is not the same for all', async (t) => {
    const stranger = TestCa.root('CN=Stranger');
    const answer = said({ status: revoked }, new TestResponder(ca, stranger));
    const { host, url, seen } = await responderAt(t, () => answer);
    const { ask } = asker([host]);
    assert.equal(await ask([url], certificate, [stranger.certificate]), 'revoked');
    assert.equal(await ask([url]), undefined);
    assert.equal(seen.length, 1);
  });

  it('are relied on by callers who trust them, also when somebody asked first who does not', async (t) => {
    const stranger = TestCa.root('CN=Stranger');
    const answer = said({}, new TestResponder(ca, stranger));
    const { host, url, seen } = await responderAt(t, () => answer);
    const { ask, now } = asker([host]);
    assert.equal(await ask([url]), undefined);
    assert.equal(await ask([url], certificate, [stranger.certificate]), 'good');
    assert.equal(seen.length, 1);
    now.ms += 10_000;
    assert.equal(await ask([url], certificate, [stranger.certificate]), 'good');
    assert.equal(seen.length, 2);
  });

  it('have an answer for each certificate', async (t) => {
    const other = ca.issueClient('bob').certificate;
    const { host, url, seen } = await responderAt(t, ({ queries }) => {
      const isAlice = Buffer.from(queries[0]!.certificateId.serialNumber).equals(certificate.serialNumberBytes);
      return new TestResponder(ca).answer(
        isAlice ? certificate : other,
        START / 1000,
        isAlice ? { status: revoked } : {},
      );
    });
    const { ask } = asker([host]);
    assert.deepEqual([await ask([url]), await ask([url], other), await ask([url])], ['revoked', 'good', 'revoked']);
    assert.equal(seen.length, 2);
  });
});
