/** CAA records in the answers of BIND and Unbound, which others write, sign and verify. */
import { makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { DnsCaaResolver } from '../../../packages/server/src/outbound/dns-caa-resolver.ts';
import { auditRows, detailsOf } from '../../e2e/support/audit-records.ts';
import {
  assertRefusal,
  createProfiles,
  editCa,
  ENROLL,
  enroll,
  requestUnder,
} from '../../e2e/support/ca-rest-setup.ts';
import { TestServer } from '../../e2e/support/test-server.ts';
import { type DnsServers, startDnsServers } from '../programs/dns-servers.ts';

const ZONE = [
  'permitted.com. CAA 0 issue "ca.example"',
  'permitted.com. CAA 128 iodef "mailto:security@permitted.com"',
  'critical.com. CAA 128 tbs "Unknown"',
  'alias.com. CNAME other.net.',
  'other.net. CAA 0 issue "other.example; accounturi=https://other.example/1"',
  '*.wild.com. CAA 0 issue ";"',
  'a.com. A 192.0.2.1',
  ...Array.from({ length: 100 }, (_, n) => `large.com. CAA 0 issue "ca${n}.example"`),
];

describe('CAA records of BIND and Unbound', () => {
  const ends: (() => unknown)[] = [];
  const context = { after: (end: () => unknown) => void ends.push(end) };
  let servers: DnsServers;
  before(async () => {
    servers = await startDnsServers(context, ZONE, 'hidden.com');
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const ask = (which: keyof DnsServers, domain: string) =>
    new DnsCaaResolver({
      servers: [{ host: '127.0.0.1', port: servers[which] }],
      random: systemRandom(),
      onFailure: () => undefined,
    }).lookUp(domain);

  for (const which of ['authoritative', 'verifying'] as const) {
    const isAuthenticated = which === 'verifying';
    const found = async (domain: string) => {
      const answer = await ask(which, domain);
      assert.ok(answer.outcome === 'answered', domain);
      assert.equal(answer.isAuthenticated, isAuthenticated, domain);
      assert.ok(answer.ttlSeconds > 0 && answer.ttlSeconds <= 300, String(answer.ttlSeconds));
      return answer.records.map(({ isCritical, tag, value }) => `${isCritical ? '!' : ''}${tag} ${value}`).toSorted();
    };

    it(`are read of the ${which} server with their flags, through aliases and by wildcards of the zone`, async () => {
      assert.deepEqual(await found('permitted.com'), ['!iodef mailto:security@permitted.com', 'issue ca.example']);
      assert.deepEqual(await found('critical.com'), ['!tbs Unknown']);
      assert.deepEqual(await found('alias.com'), ['issue other.example; accounturi=https://other.example/1']);
      assert.deepEqual(await found('x.wild.com'), ['issue ;']);
      assert.deepEqual(await found('a.com'), []);
      assert.deepEqual(await found('absent.com'), []);
      assert.deepEqual(await found('com'), []);
    });

    it(`are read of the ${which} server by TCP where there are many`, async () => {
      assert.equal((await found('large.com')).length, 100);
    });
  }

  it('are not known where the server refuses the question, and where nothing is genuine', async () => {
    const refused = await ask('authoritative', 'hidden.com');
    assert.match(refused.outcome === 'failed' ? refused.reason : '', /the resolver answered REFUSED/);
    const forged = await ask('distrusting', 'permitted.com');
    assert.match(forged.outcome === 'failed' ? forged.reason : '', /the resolver answered SERVFAIL/);
  });

  it('decide on enrollments of a CA that wants them verified', async () => {
    const serverAsking = async (which: keyof DnsServers) => {
      const server = await TestServer.start(context, { dnsResolvers: [{ host: '127.0.0.1', port: servers[which] }] });
      await editCa(server, 'ManagementCA', { caaIdentities: ['ca.example'], caaDnssecRequired: true });
      await createProfiles(server, 'Checked', { caaCheck: 'REFUSE' }, { subjectAlternativeName: { DNSNAME: [{}] } });
      return server;
    };
    const request = (username: string, name: string) =>
      requestUnder('Checked', {
        username,
        subject: `CN=${username}`,
        extensions: [makeExtension(subjectAltName, parseGeneralNames(`dNSName=${name}`), false)],
      });
    const server = await serverAsking('verifying');
    await enroll(server, request('permitted', 'www.permitted.com'));
    const issued = auditRows(server).findLast(({ event }) => event === 'CERT_CREATION');
    assert.match(
      (detailsOf(issued!)['caa'] as string[])[0]!,
      /^host name 'www\.permitted\.com': permitted by permitted\.com/,
    );
    assertRefusal(
      await server.call(ENROLL, { body: request('refused', 'www.alias.com') }),
      400,
      /not permitted by alias\.com: issue permits 'other\.example'/,
    );
    const unverified = await serverAsking('authoritative');
    assertRefusal(
      await unverified.call(ENROLL, { body: request('unverified', 'www.permitted.com') }),
      400,
      /the answer of www\.permitted\.com is not verified by DNSSEC/,
    );
  });
});
