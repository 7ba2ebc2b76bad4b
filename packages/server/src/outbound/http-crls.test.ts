import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { HttpCrls } from './http-crls.ts';
import { atEnd } from '../../test/at-end.ts';

const crl = TestCa.root('CN=Elsewhere').issueCrl();
const START = Date.UTC(2026, 0, 1);

/** A server of CRLs, and how often it was asked. */
async function listsAt(t: TestContext, listener: RequestListener) {
  const seen = { requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/ca.crl`, seen };
}

function clockAt(now: { ms: number }) {
  return { nowMs: () => now.ms };
}

describe('CRLs elsewhere', () => {
  it('are fetched from a host that is allowed, in DER or PEM', async (t) => {
    for (const body of [crl, formatPem('X509 CRL', crl)]) {
      const { host, url } = await listsAt(t, (_, response) => response.end(body));
      const [found] = await new HttpCrls(outboundHttpTo([host]), clockAt({ ms: START })).fetch([url]);
      assert.deepEqual(found?.der.toHex(), crl.toHex());
    }
  });

  it('are fetched from no other host, however it is written', async (t) => {
    const { host, url, seen } = await listsAt(t, (_, response) => response.end(crl));
    const port = host.split(':')[1]!;
    const crls = new HttpCrls(outboundHttpTo(['crl.example.com', `localhost:${port}`]), clockAt({ ms: START }));
    const urls = [
      url,
      `http://crl.example.com@${host}/`,
      `http://${host}/?crl.example.com`,
      `http://${host}#crl.example.com`,
      `http://u:p@localhost:${port}/`,
      'file:///etc/passwd',
      `ftp://localhost:${port}/`,
      'no url',
    ];
    for (const one of urls) assert.deepEqual(await crls.fetch([one]), [], one);
    assert.equal(seen.requests, 0);
  });

  it('are not fetched where a host sends to', async (t) => {
    const inside = await listsAt(t, (_, response) => response.end(crl));
    const outside = await listsAt(t, (_, response) => response.writeHead(302, { location: inside.url }).end());
    const crls = new HttpCrls(outboundHttpTo([outside.host, inside.host]), clockAt({ ms: START }));
    assert.deepEqual(await crls.fetch([outside.url]), []);
    assert.equal(inside.seen.requests, 0);
  });

  it('are not waited for without end, nor listened to without end', async (t) => {
    const silent = await listsAt(t, () => undefined);
    const impatient = new HttpCrls(outboundHttpTo([silent.host], { timeoutMs: 100 }), clockAt({ ms: START }));
    assert.deepEqual(await impatient.fetch([silent.url]), []);
    const endless = await listsAt(t, (_, response) => {
      response.on('drain', () => response.write(Buffer.alloc(65_536))).write(Buffer.alloc(65_536));
    });
    const bounded = new HttpCrls(outboundHttpTo([endless.host]), clockAt({ ms: START }), { maxOctets: 100_000 });
    assert.deepEqual(await bounded.fetch([endless.url]), []);
  });

  it('that are not CRLs, or not there, are left out', async (t) => {
    const wrong = await listsAt(t, (_, response) => response.end('no list'));
    const missing = await listsAt(t, (_, response) => response.writeHead(404).end(crl));
    const crls = new HttpCrls(outboundHttpTo([wrong.host, missing.host, '127.0.0.1:1']), clockAt({ ms: START }));
    assert.deepEqual(await crls.fetch([wrong.url, missing.url, 'http://127.0.0.1:1/']), []);
  });

  it('are fetched once for all who ask at a time, kept for minutes, and asked for again', async (t) => {
    const { host, url, seen } = await listsAt(t, (_, response) => response.end(crl));
    const now = { ms: START };
    const crls = new HttpCrls(outboundHttpTo([host]), clockAt(now));
    await Promise.all([crls.fetch([url]), crls.fetch([url, url])]);
    now.ms += 299_000;
    assert.equal((await crls.fetch([url])).length, 1);
    assert.equal(seen.requests, 1);
    now.ms += 1000;
    await crls.fetch([url]);
    assert.equal(seen.requests, 2);
  });

  it('that could not be fetched are asked for again soon', async (t) => {
    const { host, url, seen } = await listsAt(t, (_, response) => response.writeHead(503).end());
    const now = { ms: START };
    const crls = new HttpCrls(outboundHttpTo([host]), clockAt(now));
    await crls.fetch([url]);
    await crls.fetch([url]);
    assert.equal(seen.requests, 1);
    now.ms += 10_000;
    await crls.fetch([url]);
    assert.equal(seen.requests, 2);
  });
});
