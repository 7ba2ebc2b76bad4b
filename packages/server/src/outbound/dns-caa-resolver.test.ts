import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { decode, encode } from 'dns-packet';
import { caa, cname, DnsTestServer, type DnsZone } from '../../../../test/outbound/dns-server.ts';
import { systemRandom } from '../kernel/random.ts';
import { DnsCaaResolver, type DnsFailure } from './dns-caa-resolver.ts';

const DOMAIN = 'www.example.com';

/** A server with these answers, and a resolver that asks it. */
async function resolverOf(t: TestContext, zone: DnsZone, { timeoutMs = 5000 } = {}) {
  const server = await DnsTestServer.start(t, zone);
  const failures: DnsFailure[] = [];
  const resolver = new DnsCaaResolver({
    servers: [{ host: '127.0.0.1', port: server.port }],
    random: systemRandom(),
    onFailure: (failure) => failures.push(failure),
    timeoutMs,
  });
  return { server, failures, resolver };
}

describe('a resolver of CAA records', () => {
  it('gives the records of a domain with their flags, the shortest time to live, and whether they are verified', async (t) => {
    const { server, resolver } = await resolverOf(t, () => ({
      answers: [
        caa(DOMAIN, 'issue', 'ca.example; account=1', { ttl: 600 }),
        caa('WWW.example.com', 'iodef', 'mailto:a@example.com', { critical: true, ttl: 60 }),
        caa('other.example.com', 'issue', ';'),
      ],
      isAuthenticated: true,
    }));
    assert.deepEqual(await resolver.lookUp(DOMAIN), {
      outcome: 'answered',
      records: [
        { isCritical: false, tag: 'issue', value: 'ca.example; account=1' },
        { isCritical: true, tag: 'iodef', value: 'mailto:a@example.com' },
      ],
      isAuthenticated: true,
      ttlSeconds: 60,
    });
    assert.deepEqual(server.asked, [DOMAIN]);
  });

  it('follows aliases to the records of their target', async (t) => {
    const { resolver } = await resolverOf(t, () => ({
      answers: [
        cname(DOMAIN, 'a.example.net', 30),
        cname('a.example.net', 'b.example.org'),
        caa('b.example.org', 'issue', 'ca.example'),
        caa(DOMAIN, 'issue', 'never.example'),
      ],
    }));
    const answer = await resolver.lookUp(DOMAIN);
    assert.ok(answer.outcome === 'answered');
    assert.deepEqual(
      answer.records.map(({ value }) => value),
      ['ca.example'],
    );
    assert.equal(answer.ttlSeconds, 30);
  });

  it('does not follow aliases without end', async (t) => {
    const { resolver } = await resolverOf(t, () => ({ answers: [cname(DOMAIN, 'a.test'), cname('a.test', DOMAIN)] }));
    assert.equal((await resolver.lookUp(DOMAIN)).outcome, 'failed');
  });

  for (const [what, answer, ttlSeconds] of [
    ['has other records', { negativeTtl: 90 }, 90],
    ['does not exist', { rcode: 'NXDOMAIN', negativeTtl: 120 }, 120],
    ['has none, and nobody says for how long', {}, 0],
  ] as const)
    it(`knows that there are none where a domain ${what}`, async (t) => {
      const { resolver } = await resolverOf(t, () => answer);
      assert.deepEqual(await resolver.lookUp(DOMAIN), {
        outcome: 'answered',
        records: [],
        isAuthenticated: false,
        ttlSeconds,
      });
    });

  it('asks by TCP for what does not fit into UDP', async (t) => {
    const many = Array.from({ length: 200 }, (_, n) => caa(DOMAIN, 'issue', `ca${n}.example`));
    const { server, resolver } = await resolverOf(t, () => ({ answers: many, truncated: true }));
    const answer = await resolver.lookUp(DOMAIN);
    assert.equal(answer.outcome === 'answered' && answer.records.length, 200);
    assert.deepEqual(server.asked, [DOMAIN, `tcp:${DOMAIN}`]);
  });

  it('does not know what does not fit into 16 KiB', async (t) => {
    const many = Array.from({ length: 500 }, (_, n) => caa(DOMAIN, 'issue', `ca${n}.example`));
    const { resolver } = await resolverOf(t, () => ({ answers: many, truncated: true }));
    const answer = await resolver.lookUp(DOMAIN);
    assert.match(answer.outcome === 'failed' ? answer.reason : '', /octets; 16384 are the most/);
  });

  for (const [what, zone, reason] of [
    ['SERVFAIL', () => ({ rcode: 'SERVFAIL' }), /^the resolver answered SERVFAIL$/],
    ['REFUSED', () => ({ rcode: 'REFUSED' }), /^the resolver answered REFUSED$/],
    ['a referral of a server that is not a resolver', () => ({ recursion: false }), /is not a resolver/],
    ['an invalid tag', () => ({ answers: [caa(DOMAIN, 'is sue', 'ca.example')] }), /a record with an invalid tag/],
    ['octets that are not a message', () => ({ raw: (sent: Uint8Array) => [damaged(sent)] }), /cannot be read/],
  ] as const satisfies readonly (readonly [string, DnsZone, RegExp])[])
    it(`does not know after ${what}, having asked twice`, async (t) => {
      const { server, failures, resolver } = await resolverOf(t, zone);
      const answer = await resolver.lookUp(DOMAIN);
      assert.ok(answer.outcome === 'failed');
      assert.match(answer.reason, reason);
      assert.deepEqual(server.asked, [DOMAIN, DOMAIN]);
      assert.deepEqual(failures, [{ domain: DOMAIN, reason: `127.0.0.1:${server.port}: ${answer.reason}` }]);
    });

  it('does not wait for a silent server without end', async (t) => {
    const { resolver } = await resolverOf(t, () => 'silence', { timeoutMs: 50 });
    assert.deepEqual((await resolver.lookUp(DOMAIN)).outcome, 'failed');
  });

  it('takes an answer at the second attempt', async (t) => {
    const { server, failures, resolver } = await resolverOf(t, () =>
      server.asked.length === 1 ? { rcode: 'SERVFAIL' } : { answers: [caa(DOMAIN, 'issue', ';')] },
    );
    assert.equal((await resolver.lookUp(DOMAIN)).outcome, 'answered');
    assert.deepEqual(failures, []);
  });

  it('passes over answers to other questions, which anybody may send', async (t) => {
    const right = (sent: Uint8Array, changes: object) => {
      const { id, questions } = decode(Buffer.from(sent));
      const answers = [caa(DOMAIN, 'issue', 'forged.example')];
      return encode({ type: 'response', id: id!, flags: 0x80, questions: questions!, answers, ...changes });
    };
    const { resolver } = await resolverOf(t, () => ({
      raw: (sent) => [
        right(sent, { id: (decode(Buffer.from(sent)).id! + 1) & 0xffff }),
        right(sent, { questions: [{ type: 'CAA', name: 'other.example.com' }] }),
        right(sent, { questions: [{ type: 'A', name: DOMAIN }] }),
        right(sent, { type: 'query' }),
        Buffer.from('no message'),
        right(sent, { answers: [caa(DOMAIN, 'issue', 'true.example')] }),
      ],
    }));
    const answer = await resolver.lookUp(DOMAIN);
    assert.deepEqual(answer.outcome === 'answered' && answer.records.map(({ value }) => value), ['true.example']);
  });

  it('asks the next server where one does not answer', async (t) => {
    const { server, failures } = await resolverOf(t, () => ({ answers: [caa(DOMAIN, 'issue', ';')] }));
    const dead = await DnsTestServer.start(t, () => ({ rcode: 'SERVFAIL' }));
    const servers = [dead.port, server.port].map((port) => ({ host: '127.0.0.1', port }));
    const resolver = new DnsCaaResolver({ servers, random: systemRandom(), onFailure: (one) => failures.push(one) });
    assert.equal((await resolver.lookUp(DOMAIN)).outcome, 'answered');
    assert.deepEqual([dead.asked.length, server.asked.length], [1, 1]);
  });
});

/** An answer to the question whose records end too early. */
function damaged(sent: Uint8Array): Uint8Array {
  const octets = Uint8Array.from(sent);
  octets.set([0x80, 0x80], 2);
  octets.set([0, 9], 6);
  return octets;
}
