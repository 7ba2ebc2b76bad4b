import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DistinguishedName, parseGeneralNames } from '@sealwright/pki';
import { CaaCheck } from './caa-check.ts';
import type { CaaAnswer, CaaRecord } from './caa-records.ts';
import { untilLookedUp } from './until-looked-up.ts';

const SETTINGS = { identities: ['ca.example'], accountUris: [], validationMethods: [], dnssecRequired: false };

const issue = (value: string): CaaRecord => ({ isCritical: false, tag: 'issue', value });
const answer = (records: readonly CaaRecord[] = [], more: { ttlSeconds?: number; isAuthenticated?: boolean } = {}) =>
  ({ outcome: 'answered', records, isAuthenticated: false, ttlSeconds: 300, ...more }) as const satisfies CaaAnswer;

interface Options {
  readonly caaCheck?: 'NONE' | 'WARN' | 'REFUSE';
  readonly subject?: string;
  readonly caa?: typeof SETTINGS;
  readonly writesNames?: boolean;
}

/** A check with a resolver for a zone and a clock under control of the test. */
function checkOf(zone: (domain: string) => CaaAnswer | Promise<CaaAnswer>) {
  const now = { ms: 0 };
  const asked: string[] = [];
  const lookUp = async (domain: string) => {
    asked.push(domain);
    return zone(domain);
  };
  const check = new CaaCheck({ caaResolver: { lookUp }, passingTime: { nowMs: () => now.ms } });
  const run = (
    names: string,
    { caaCheck = 'REFUSE', subject = '', caa = SETTINGS, writesNames = true }: Options = {},
  ) =>
    untilLookedUp(() =>
      check.require({
        authority: { name: 'CA', settings: { caa } },
        certificateProfile: { value: { caaCheck, subjectAltName: writesNames ? { critical: false } : undefined } },
        subject: DistinguishedName.parse(subject),
        alternativeNames: names === '' ? [] : parseGeneralNames(names),
      }),
    );
  return { now, asked, run };
}

function manyNames(domain: string): string {
  return Array.from({ length: 100 }, (_, n) => `dNSName=a${n}.${domain}`).join(',');
}

describe('the CAA check', () => {
  it('climbs from the name to the first domain with records, but not to the root (RFC 8659 §3)', async () => {
    const { asked, run } = checkOf((domain) => answer(domain === 'example.com' ? [issue('ca.example')] : []));
    assert.deepEqual(await run('dNSName=a.b.example.com'), [
      `host name 'a.b.example.com': permitted by example.com (issue "ca.example")`,
    ]);
    assert.deepEqual(asked, ['a.b.example.com', 'b.example.com', 'example.com']);
    const { asked: all, run: runNone } = checkOf(() => answer());
    assert.deepEqual(await runNone('dNSName=a.example.com'), ["host name 'a.example.com': no records"]);
    assert.deepEqual(all, ['a.example.com', 'example.com', 'com']);
  });

  it('starts at the name below the asterisk of a wildcard', async () => {
    const { asked, run } = checkOf(() => answer([issue('ca.example')]));
    await run('dNSName=*.example.com');
    assert.deepEqual(asked, ['example.com']);
  });

  it('refuses all names without permission, with the reason and the report addresses', async () => {
    const { run } = checkOf((domain) =>
      domain.startsWith('no')
        ? answer([issue('other.example'), { isCritical: false, tag: 'iodef', value: 'mailto:a@example.com' }])
        : answer([issue('ca.example')]),
    );
    await assert.rejects(run('dNSName=yes.example.com,dNSName=no1.example.com,dNSName=no2.example.com'), {
      code: 'ra.caa_refused',
      message:
        "CAA records do not let the CA 'CA' issue the certificate: host name 'no1.example.com': not permitted by no1.example.com: issue permits 'other.example'; it wants reports to mailto:a@example.com; " +
        "host name 'no2.example.com': not permitted by no2.example.com: issue permits 'other.example'; it wants reports to mailto:a@example.com. Have the records permit one of its caaIdentities, or leave the names out.",
    });
  });

  it('refuses names whose lookups failed, even if parent domains permit them', async () => {
    const { run } = checkOf((domain) =>
      domain === 'a.example.com'
        ? { outcome: 'failed', reason: 'it answered SERVFAIL' }
        : answer([issue('ca.example')]),
    );
    await assert.rejects(run('dNSName=a.example.com'), {
      code: 'ra.caa_refused',
      message: /host name 'a\.example\.com': the lookup of a\.example\.com failed: it answered SERVFAIL/,
    });
  });

  it('only warns, or does no lookups at all, if the profile says so', async () => {
    const { asked, run } = checkOf(() => answer([issue(';')]));
    assert.deepEqual(await run('dNSName=a.example.com', { caaCheck: 'WARN' }), [
      "host name 'a.example.com': not permitted by a.example.com: issue permits nobody",
    ]);
    asked.length = 0;
    assert.equal(await run('dNSName=b.example.com', { caaCheck: 'NONE' }), undefined);
    assert.deepEqual(asked, []);
  });

  it('refuses everything without a resolver', async () => {
    const check = new CaaCheck({ caaResolver: undefined, passingTime: { nowMs: () => 0 } });
    await assert.rejects(
      check.require({
        authority: { name: 'CA', settings: { caa: SETTINGS } },
        certificateProfile: { value: { caaCheck: 'REFUSE', subjectAltName: { critical: false } } },
        subject: DistinguishedName.parse(''),
        alternativeNames: parseGeneralNames('dNSName=a.example.com'),
      }),
      { code: 'ra.caa_refused', message: /no --dns-resolver is set/ },
    );
  });

  it('accepts no unverified answer if the CA requires DNSSEC', async () => {
    const caa = { ...SETTINGS, dnssecRequired: true };
    const verified = checkOf(() => answer([issue('ca.example')], { isAuthenticated: true }));
    await verified.run('dNSName=a.example.com', { caa });
    const unverified = checkOf((domain) =>
      domain === 'example.com' ? answer([issue('ca.example')], { isAuthenticated: true }) : answer(),
    );
    await assert.rejects(unverified.run('dNSName=a.example.com', { caa }), {
      code: 'ra.caa_refused',
      message: /the answer of a\.example\.com is not verified by DNSSEC/,
    });
  });

  it('checks only internet names, including common names and mail addresses', async () => {
    const { asked, run } = checkOf((domain) => answer(domain.endsWith('.com') ? [issue('ca.example')] : []));
    const report = await run(
      'dNSName=a.corp,dNSName=server,iPAddress=192.0.2.1,rfc822Name=alice@mail.example.com,dNSName=a.example.com,dNSName=x.onion',
      {
        subject:
          'CN=b.example.com,CN=Alice Smith,CN=A.example.com,CN=bücher.com,CN=c.example.com.,CN=d\u3002example.com',
      },
    );
    const domains = ['a', 'b', 'c', 'd', 'mail'].map((label) => `${label}.example.com`);
    assert.deepEqual(asked.toSorted(), [...domains, 'xn--bcher-kva.com']);
    assert.equal(report?.length, 6);
  });

  it('ignores alternative names if the profile does not use them', async () => {
    const { asked, run } = checkOf(() => answer([issue('ca.example')]));
    await run('dNSName=a.example.com', { writesNames: false });
    assert.deepEqual(asked, []);
  });

  it('shares concurrent lookups, and repeats them after the time to live', async () => {
    const { now, asked, run } = checkOf(() => answer([issue('ca.example')], { ttlSeconds: 60 }));
    await Promise.all([run('dNSName=a.example.com'), run('dNSName=a.example.com'), run('dNSName=a.example.com')]);
    assert.equal(asked.length, 1);
    now.ms = 59_999;
    await run('dNSName=a.example.com');
    assert.equal(asked.length, 1);
    now.ms = 60_000;
    await run('dNSName=a.example.com');
    assert.equal(asked.length, 2);
  });

  it('caches answers for at most eight hours, and failures for seconds', async () => {
    let failing = false;
    const { now, asked, run } = checkOf(() =>
      failing
        ? { outcome: 'failed', reason: 'nobody is there' }
        : answer([issue('ca.example')], { ttlSeconds: 604_800 }),
    );
    await run('dNSName=a.example.com');
    now.ms = 8 * 3_600_000 - 1;
    await run('dNSName=a.example.com');
    assert.equal(asked.length, 1);
    now.ms += 1;
    failing = true;
    await assert.rejects(run('dNSName=a.example.com'), { code: 'ra.caa_refused' });
    failing = false;
    now.ms += 19_999;
    await assert.rejects(run('dNSName=a.example.com'), { code: 'ra.caa_refused' });
    now.ms += 1;
    await run('dNSName=a.example.com');
    assert.equal(asked.length, 3);
  });

  it('makes at most sixteen lookups at a time, and four for one enrollment', async () => {
    let [open, most] = [0, 0];
    const { asked, run } = checkOf(async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return answer([issue('ca.example')]);
    });
    assert.equal((await run(manyNames('example.com')))?.length, 21);
    assert.deepEqual([asked.length, most], [100, 4]);
    const domains = ['example.net', 'example.org', 'example.info', 'example.biz', 'example.name'];
    await Promise.all(domains.map((domain) => run(manyNames(domain))));
    assert.deepEqual([asked.length, most], [600, 16]);
  });

  it('makes a lookup even if another enrollment has hundreds without answers', async () => {
    const silent = Promise.withResolvers<CaaAnswer>();
    const { asked, run } = checkOf((domain) => (domain.endsWith('.silent.com') ? silent.promise : answer()));
    const waiting = run(manyNames('silent.com'));
    while (asked.length < 4) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await run('dNSName=victim.org'), ["host name 'victim.org': no records"]);
    assert.equal(asked.filter((domain) => domain.endsWith('.silent.com')).length, 4);
    silent.resolve(answer([issue('ca.example')]));
    await waiting;
  });

  it('does not cache for others that an enrollment ran out of time', async () => {
    const { now, asked, run } = checkOf((domain) => {
      if (domain.endsWith('slow.com')) now.ms += 4000;
      return answer();
    });
    await assert.rejects(run('dNSName=a.b.slow.com'), { message: /there was no time left to look up com/ });
    assert.deepEqual(await run('dNSName=victim.com'), ["host name 'victim.com': no records"]);
    assert.deepEqual(asked, ['a.b.slow.com', 'b.slow.com', 'slow.com', 'victim.com', 'com']);
  });

  it('starts no lookup after ten seconds', async () => {
    const { now, asked, run } = checkOf(() => {
      now.ms += 4000;
      return answer();
    });
    await assert.rejects(run('dNSName=a.b.c.d.example.com'), { code: 'ra.caa_refused', message: /no time left/ });
    assert.equal(asked.length, 3);
  });

  it('makes no lookups for names with more than a thousand domains', async () => {
    const { asked, run } = checkOf(() => answer());
    const names = Array.from({ length: 500 }, (_, n) => `dNSName=a.b.c${n}.example.com`).join(',');
    await assert.rejects(run(names), { code: 'ra.caa_refused', message: /1502 domains, and 1000 are the most/ });
    assert.deepEqual(asked, []);
  });
});
