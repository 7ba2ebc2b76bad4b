import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { httpTimeStampAuthorities } from './http-time-stamp-authorities.ts';

async function authority(t: TestContext, listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`);
}

const QUERY = Uint8Array.of(1, 2, 3);
const unavailable = { code: 'signing.time_stamp_unavailable' };

describe('a time-stamping authority elsewhere', () => {
  it('gets the query and the credentials, and its answer is passed on', async (t) => {
    const seen: unknown[] = [];
    const url = await authority(t, (request, response) => {
      seen.push(request.method, request.headers['content-type'], request.headers.authorization);
      request.pipe(response);
    });
    const answer = await httpTimeStampAuthorities().ask(url, QUERY, { username: 'ü', password: 'p:w' });
    assert.deepEqual(new Uint8Array(answer), QUERY);
    const credentials = `Basic ${Buffer.from('ü:p:w').toString('base64')}`;
    assert.deepEqual(seen, ['POST', 'application/timestamp-query', credentials]);
  });

  it('sends nobody elsewhere', async (t) => {
    let asked = 0;
    const inside = await authority(t, (_, response) => {
      asked++;
      response.end('secret');
    });
    const url = await authority(t, (_, response) => response.writeHead(307, { location: inside.href }).end());
    await assert.rejects(httpTimeStampAuthorities().ask(url, QUERY, undefined), unavailable);
    assert.equal(asked, 0);
  });

  it('is not waited for without end, nor listened to without end', async (t) => {
    const silent = await authority(t, () => undefined);
    await assert.rejects(httpTimeStampAuthorities({ timeoutMs: 100 }).ask(silent, QUERY, undefined), unavailable);
    const endless = await authority(t, (_, response) => {
      response.on('drain', () => response.write(Buffer.alloc(65_536))).write(Buffer.alloc(65_536));
    });
    await assert.rejects(httpTimeStampAuthorities({ maxOctets: 100_000 }).ask(endless, QUERY, undefined), unavailable);
  });

  it('that fails or is not there is said to be unavailable, without its reasons', async (t) => {
    const failing = await authority(t, (_, response) => response.writeHead(500).end());
    await assert.rejects(httpTimeStampAuthorities().ask(failing, QUERY, undefined), unavailable);
    const nobody = new URL('http://127.0.0.1:1/');
    await assert.rejects(httpTimeStampAuthorities().ask(nobody, QUERY, undefined), (error: Error) => {
      assert.equal(error.message, 'No time-stamp could be obtained: the authority did not answer');
      return true;
    });
  });
});
