import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { httpTimeStampAuthorities } from './http-time-stamp-authorities.ts';
import { atEnd } from '../../test/at-end.ts';

async function authority(t: TestContext, listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`);
}

const QUERY = Uint8Array.of(1, 2, 3);
const told = 'No time-stamp could be obtained: the time-stamping authority gave none. See server LOG.';
const unavailable = { code: 'signing.time_stamp_unavailable', message: told };
const failing = async (
  url: URL,
  hosts: readonly string[],
  options: { readonly timeoutMs?: number } = {},
): Promise<unknown> => {
  const asked = httpTimeStampAuthorities(outboundHttpTo(hosts, options)).ask(url, QUERY, undefined);
  await assert.rejects(asked, unavailable);
  return asked.catch((error: { context: { reason: unknown } }) => error.context.reason);
};

describe('a time-stamping authority elsewhere', () => {
  it('gets the query and the credentials, and its answer is passed on', async (t) => {
    const seen: unknown[] = [];
    const url = await authority(t, (request, response) => {
      seen.push(request.method, request.headers['content-type'], request.headers.authorization);
      request.pipe(response);
    });
    const authorities = httpTimeStampAuthorities(outboundHttpTo([url.host]));
    const answer = await authorities.ask(url, QUERY, { username: 'ü', password: 'p:w' });
    assert.deepEqual(new Uint8Array(answer), QUERY);
    const credentials = `Basic ${Buffer.from('ü:p:w').toString('base64')}`;
    assert.deepEqual(seen, ['POST', 'application/timestamp-query', credentials]);
  });

  it('tells clients the same, and the log the reason, whatever there is at its address', async (t) => {
    const open = await authority(t, (_, response) => response.writeHead(403).end());
    const silent = await authority(t, () => undefined);
    const endless = await authority(t, (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1)));
    assert.equal(await failing(open, [open.host]), 'answered with status 403');
    assert.equal(await failing(silent, [silent.host], { timeoutMs: 100 }), 'gave no answer within 0.1 seconds');
    assert.equal(await failing(endless, [endless.host]), 'answered with more than 1048576 octets');
    assert.match(String(await failing(new URL('http://127.0.0.1:1/'), ['127.0.0.1:1'])), /^cannot be reached: /);
    assert.match(String(await failing(open, [])), /^leads to 127\.0\.0\.1, an address of the host itself/);
  });
});
