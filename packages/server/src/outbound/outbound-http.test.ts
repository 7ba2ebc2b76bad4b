import assert from 'node:assert/strict';
import http, { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { outboundHttpTo } from '../../../../test/outbound/outbound-hosts.ts';
import { atEnd } from '../../test/at-end.ts';

const REQUEST = { source: 'administrator', maxOctets: 1000 } as const;

async function listening(t: TestContext, listener: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? '');
    listener(request, response);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((ready) => server.once('listening', ready));
  return { port: (server.address() as AddressInfo).port, seen };
}

describe('requests to others', () => {
  it('go to the addresses that were checked, under the name of the URL', async (t) => {
    const { port, seen } = await listening(t, (_, response) => response.end('here'));
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      // What is not allowed is not connected to, whatever else the name has.
      return Promise.resolve(['10.255.255.1', '127.0.0.1']);
    };
    const outbound = outboundHttpTo([`127.0.0.1:${port}`], { resolve });
    const answer = await outbound.request(`http://rebinding.example:${port}/`, REQUEST);
    assert.equal(answer.outcome === 'answered' && Buffer.from(answer.body).toString(), 'here');
    assert.deepEqual(asked, ['rebinding.example']);
    assert.deepEqual(seen, [`rebinding.example:${port}`]);
  });

  it('are not made to a name that leads to the host itself', async (t) => {
    const { port, seen } = await listening(t, (_, response) => response.end('secret'));
    const outbound = outboundHttpTo([`inside.example:${port}`], { resolve: () => Promise.resolve(['127.0.0.1']) });
    assert.equal((await outbound.request(`http://inside.example:${port}/a?token=1`, REQUEST)).outcome, 'failed');
    assert.deepEqual(seen, []);
    assert.deepEqual(outbound.failures, [
      {
        url: `http://inside.example:${port}/a`,
        reason: `leads to 127.0.0.1, an address of the host itself or its link that no --outbound-host names for the port ${port}`,
      },
    ]);
  });

  it('do not follow redirects', async (t) => {
    const inside = await listening(t, (_, response) => response.end('secret'));
    const location = `http://127.0.0.1:${inside.port}/`;
    const outside = await listening(t, (_, response) => response.writeHead(302, { location }).end());
    const outbound = outboundHttpTo([`127.0.0.1:${outside.port}`, `127.0.0.1:${inside.port}`]);
    assert.deepEqual(await outbound.request(`http://127.0.0.1:${outside.port}/`, REQUEST), {
      outcome: 'failed',
      reason: 'answered with status 302: redirects are not followed',
      status: 302,
    });
    assert.deepEqual(inside.seen, []);
  });

  it('do not go through a proxy of the environment', async (t) => {
    const proxy = await listening(t, (_, response) => response.end('proxied'));
    const { port } = await listening(t, (_, response) => response.end('direct'));
    atEnd(t, http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }));
    const answer = await outboundHttpTo([`127.0.0.1:${port}`]).request(`http://127.0.0.1:${port}/`, REQUEST);
    assert.equal(answer.outcome === 'answered' && Buffer.from(answer.body).toString(), 'direct');
    assert.deepEqual(proxy.seen, []);
  });

  it('end in time while a name is resolved, while an answer is awaited, and while it is read', async (t) => {
    const { port } = await listening(t, (_, response) => response.write('begin'));
    const silent = await listening(t, () => undefined);
    const hosts = [`127.0.0.1:${port}`, `127.0.0.1:${silent.port}`, `slow.example:${port}`];
    const outbound = outboundHttpTo(hosts, { resolve: () => new Promise(() => undefined), timeoutMs: 50 });
    for (const host of hosts) {
      const answer = await outbound.request(`http://${host}/`, REQUEST);
      assert.deepEqual(answer, { outcome: 'failed', reason: 'gave no answer within 0.05 seconds' }, host);
    }
  });

  it('read no more of an answer than they want', async (t) => {
    const { port } = await listening(t, (_, response) => {
      response.on('drain', () => response.write(Buffer.alloc(65_536))).write(Buffer.alloc(65_536));
    });
    const answer = await outboundHttpTo([`127.0.0.1:${port}`]).request(`http://127.0.0.1:${port}/`, REQUEST);
    assert.deepEqual(answer, { outcome: 'failed', reason: 'answered with more than 1000 octets' });
  });
});
