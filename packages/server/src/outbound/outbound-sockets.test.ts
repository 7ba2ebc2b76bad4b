import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { outboundHosts } from '../../../../test/outbound/outbound-hosts.ts';
import { OutboundPolicy } from './outbound-policy.ts';
import { OutboundSockets } from './outbound-sockets.ts';
import { atEnd } from '../../test/at-end.ts';

const { signal } = new AbortController();

async function listening(t: TestContext): Promise<number> {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function socketsTo(hosts: readonly string[], addresses: Readonly<Record<string, readonly string[]>> = {}) {
  const resolve = (name: string) => Promise.resolve(addresses[name] ?? []);
  return new OutboundSockets({ policy: new OutboundPolicy(outboundHosts(...hosts)), resolve });
}

describe('connections to others', () => {
  it('go to the addresses that were checked, and to no other that a name has', async (t) => {
    const port = await listening(t);
    const sockets = socketsTo([`127.0.0.1:${port}`], { 'rebinding.example': ['10.255.255.1', '127.0.0.1'] });
    const connection = await sockets.connect({ name: 'rebinding.example', port }, 'administrator', signal);
    assert.equal(connection.outcome, 'connected');
    const { socket } = connection;
    assert.equal(socket.remoteAddress, '127.0.0.1');
    const [first] = (await once(socket, 'data')) as [Buffer];
    assert.equal(first.toString(), 'here');
    socket.destroy();
  });

  it('are made to no port and no address that the operator has not named', async (t) => {
    const port = await listening(t);
    const addresses = { 'inside.example': ['127.0.0.1'], 'public.example': ['8.8.8.8'] };
    for (const [hosts, name] of [
      [[], '127.0.0.1'],
      [[`inside.example:${port}`], 'inside.example'],
      [[], 'public.example'],
      [['public.example'], 'public.example'],
    ] as const) {
      const connection = await socketsTo(hosts, addresses).connect({ name, port }, 'administrator', signal);
      assert.equal(connection.outcome, 'failed', name);
      assert.match(connection.reason, /no --outbound-host names/);
    }
  });

  it('fail with a reason where nobody listens, and where a name has no address', async () => {
    const nobody = await socketsTo(['127.0.0.1:1']).connect({ name: '127.0.0.1', port: 1 }, 'administrator', signal);
    assert.match(nobody.outcome === 'failed' ? nobody.reason : '', /cannot be reached: .*ECONNREFUSED/);
    const nameless = await socketsTo(['a.example:1']).connect({ name: 'a.example', port: 1 }, 'administrator', signal);
    assert.deepEqual(nameless, { outcome: 'failed', reason: 'has no address' });
  });

  it('end with their signal, while a name is resolved', async () => {
    const policy = new OutboundPolicy(outboundHosts('a.example:1'));
    const sockets = new OutboundSockets({ policy, resolve: () => new Promise(() => undefined) });
    const stopping = new AbortController();
    const ended = sockets.connect({ name: 'a.example', port: 1 }, 'administrator', stopping.signal);
    stopping.abort();
    await assert.rejects(ended, { name: 'AbortError' });
  });
});
