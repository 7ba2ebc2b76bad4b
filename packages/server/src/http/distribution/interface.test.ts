import assert from 'node:assert/strict';
import { parsePem, readCertsOnly } from '@sealwright/pki';
import { after, before, describe, it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { caRestInterface } from '../ca-rest/index.ts';
import type { CaRestDeps } from '../ca-rest/operation-scope.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { Listeners } from '../listener/listener.ts';
import { Spool } from '../uploads/index.ts';
import { NOW } from '../../../test/http/ca-rest-fixture.ts';
import { send } from '../../../test/http/request.ts';
import type { CertificateAuthority, CrlRecord, EncodedKrl } from '../../modules/ca/index.ts';
import { distributionInterface } from './interface.ts';
import type { DistributionDeps } from './published.ts';

const chain = [new Uint8Array([0x30, 3, 2, 1, 1]), new Uint8Array([0x30, 3, 2, 1, 2])];
const now = NOW / 1000;
let nowMs = NOW;
const clock = { nowMs: () => nowMs };

describe('what relying parties fetch', () => {
  let listeners: Listeners;
  let url: string;
  const asked: unknown[] = [];
  // As far as the routes look at them.
  const cas = [
    { name: 'CA', kind: 'X509', chain: [] },
    { name: 'My CA v1.2', kind: 'X509', chain: chain.map((der) => ({ der, notBefore: now })) },
    { name: 'SSH CA', kind: 'SSH', publicKeys: [{ toLine: (comment: string) => `ssh-ed25519 AAAA ${comment}` }] },
  ].map((ca, id) => ({ ...ca, id })) as unknown as readonly CertificateAuthority[];
  const ca: DistributionDeps['ca'] = {
    authorities: {
      findByName: async (name) => cas.find((one) => one.name === name),
      findByPublicId: async () => undefined,
      findById: async () => undefined,
      findBySubject: async () => undefined,
      list: async () => cas,
    },
    crls: {
      async findLatest({ caId, partition }, kind) {
        asked.push([cas[caId]!.name, { delta: kind === 'delta', partition }]);
        const sha1 = new Uint8Array([0xab, 0xcd]);
        const imported = caId === 0;
        return { octets: 3, sha1, thisUpdate: now - 60, nextUpdate: now + 600, imported } as CrlRecord;
      },
      findLatestHead: async () => undefined,
      read: async function* (_crl, { start, end } = { start: 0, end: 3 }) {
        for (const octet of [1, 2, 3].slice(start, end)) yield Uint8Array.of(octet);
      },
    },
    publishedCertificates: { find: async () => [], findByAttributes: async () => undefined, ofCa: async () => [] },
    publishedKrls: { find: async () => ({ bytes: new Uint8Array([1, 2]) }) as EncodedKrl },
  };
  before(async () => {
    // Its routes are never reached.
    const rest = caRestInterface({ compatibility: 'documented', version: '0' } as CaRestDeps);
    listeners = await Listeners.start({
      bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
      listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['distribution'] }],
      interfaces: { rest: [rest], distribution: [distributionInterface({ ca, clock })], ops: [] },
      log: { info() {}, error() {} },
      clock,
      random: systemRandom(),
    });
    url = listeners.urls[0]!;
  });
  after(async () => listeners.stop());

  it('serves CRLs with what caches need (RFC 5280 §4.2.1.13)', async () => {
    const { status, headers, bytes } = await send(`${url}/crls/My%20CA%20v1.2.crl`);
    assert.equal(status, 200);
    assert.deepEqual([...bytes], [1, 2, 3]);
    assert.equal(headers['content-type'], 'application/pkix-crl');
    assert.equal(headers['cache-control'], 'public, max-age=600, no-transform');
    assert.equal(headers['last-modified'], 'Thu, 01 May 2031 09:59:00 GMT');
    assert.equal(headers['expires'], 'Thu, 01 May 2031 10:10:00 GMT');
    assert.deepEqual(asked.at(-1), ['My CA v1.2', { delta: false, partition: 0 }]);
    const cached = await send(`${url}/crls/My%20CA%20v1.2.crl`, {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    assert.deepEqual([cached.status, cached.bytes.length], [304, 0]);
    const since = async (date: string) =>
      (await send(`${url}/crls/My%20CA%20v1.2.crl`, { headers: { 'if-modified-since': date } })).status;
    assert.equal(await since('Thu, 01 May 2031 09:59:00 GMT'), 304);
    for (const other of ['Thu, 01 May 2031 09:58:59 GMT', 'Thu, 01 May 2031 10:00:00 GMT', 'nonsense'])
      assert.equal(await since(other), 200, other);
  });

  it('sends again what the client may have another version of, by its date alone', async () => {
    const since = async (file: string, date: string) => {
      const { status, headers } = await send(`${url}${file}`, { headers: { 'if-modified-since': date } });
      return [status, headers['last-modified']];
    };
    const date = 'Thu, 01 May 2031 09:59:00 GMT';
    // Imported: what was here before may have the same date, or a later one.
    assert.deepEqual(await since('/crls/CA.crl', date), [200, undefined]);
    // A certificate begins before it comes here.
    assert.deepEqual(await since('/certificates/My%20CA%20v1.2.crt', new Date(NOW).toUTCString()), [200, undefined]);
    // Another of the same second may follow.
    for (const later of [-60_000, -59_001, -1]) {
      nowMs = NOW + later;
      try {
        assert.deepEqual(await since('/crls/My%20CA%20v1.2.crl', date), [200, undefined]);
      } finally {
        nowMs = NOW;
      }
    }
  });

  it('gives a whole CRL to a download that goes on by date', async () => {
    const headers = { range: 'bytes=1-', 'if-range': 'Thu, 01 May 2031 09:59:00 GMT' };
    const { status, bytes } = await send(`${url}/crls/My%20CA%20v1.2.crl`, { headers });
    assert.deepEqual([status, [...bytes]], [200, [1, 2, 3]]);
  });

  it('serves the key of an SSH CA as a line for TrustedUserCAKeys, and its key revocation list for a few seconds', async () => {
    const key = await send(`${url}/ssh/SSH%20CA.pub`);
    assert.deepEqual([key.status, key.text], [200, 'ssh-ed25519 AAAA SSH CA\n']);
    assert.equal(key.headers['content-type'], 'text/plain; charset=utf-8');
    const krl = await send(`${url}/ssh/SSH%20CA.krl`);
    assert.deepEqual([krl.status, [...krl.bytes]], [200, [1, 2]]);
    assert.equal(krl.headers['content-type'], 'application/octet-stream');
    assert.equal(krl.headers['cache-control'], 'public, max-age=10, no-transform');
    for (const file of ['other.pub', 'other.krl', 'SSH%20CA', '.krl']) {
      assert.equal((await send(`${url}/ssh/${file}`)).status, 404, file);
    }
  });

  it('serves delta CRLs and partitions under paths of their own', async () => {
    for (const [file, delta, partition] of [
      ['delta', true, 0],
      ['partition-3', false, 3],
      ['partition-3-delta', true, 3],
    ] as const) {
      assert.equal((await send(`${url}/crls/CA/${file}.crl`)).status, 200);
      assert.deepEqual(asked.at(-1), ['CA', { delta, partition }]);
    }
  });

  for (const path of [
    '/crls/CA.crl',
    '/crls/CA/delta.crl',
    '/crls/CA/partition-3.crl',
    '/crls/CA/partition-3-delta.crl',
  ]) {
    it(`answers HEAD and goes on with a download that broke off: ${path}`, async () => {
      const head = await send(url + path, { method: 'HEAD', headers: { range: 'bytes=1-' } });
      assert.deepEqual([head.status, head.headers['content-length'], head.bytes.length], [200, '3', 0]);
      assert.deepEqual([head.headers['accept-ranges'], head.headers['etag']], ['bytes', '"abcd"']);
      const get = async (headers: Record<string, string>) => send(url + path, { headers });
      const rest = await get({ range: 'bytes=1-', 'if-range': '"abcd"' });
      assert.deepEqual([rest.status, [...rest.bytes], rest.headers['content-range']], [206, [2, 3], 'bytes 1-2/3']);
      assert.equal(rest.headers['content-length'], '2');
      const newer = await get({ range: 'bytes=1-', 'if-range': '"0000"' });
      assert.deepEqual([newer.status, [...newer.bytes]], [200, [1, 2, 3]]);
      const beyond = await get({ range: 'bytes=3-' });
      assert.deepEqual([beyond.status, beyond.headers['content-range'], beyond.bytes.length], [416, 'bytes */3', 0]);
      assert.equal((await get({ range: 'bytes=1-', 'if-none-match': '"abcd"' })).status, 304);
    });
  }

  it('serves CA certificates as DER, PEM and certs-only (RFC 5280 §4.2.2.1)', async () => {
    const get = async (suffix: string) => send(`${url}/certificates/My%20CA%20v1.2.${suffix}`);
    const der = await get('crt');
    assert.equal(der.headers['content-type'], 'application/pkix-cert');
    assert.deepEqual(new Uint8Array(der.bytes), chain[0]);
    assert.deepEqual(
      parsePem((await get('pem')).text).map((block) => block.der),
      chain,
    );
    const message = await get('p7c');
    assert.equal(message.headers['content-type'], 'application/pkcs7-mime; smime-type=certs-only');
    assert.deepEqual(readCertsOnly(new Uint8Array(message.bytes)), chain);
  });

  it('answers 404 to what is not published', async () => {
    for (const path of [
      '/crls/none.crl',
      '/crls/CA.txt',
      '/crls/.crl',
      '/crls/CA/partition-0.crl',
      '/certificates/x.crt',
      '/certificates/x',
      '/certificates/x/all.pem',
      '/ejbca/publicweb/crls/search.cgi?iHash=AAAA',
      '/ejbca/publicweb/certificates/search.cgi?sHash=AAAA',
      // Base64 of no octets: its length is one more than a multiple of four.
      '/ejbca/publicweb/crls/search.cgi?iHash=aaaaa',
      '/ejbca/publicweb/crls/search.cgi?sKIDHash=aaaaa%3D%3D%3D',
      ...['certHash', 'iHash', 'sHash', 'sKIDHash'].map(
        (name) => `/ejbca/publicweb/certificates/search.cgi?${name}=aaaaa`,
      ),
      '/ejbca/publicweb/webdist/certdist?cmd=crl&issuer=CN%3Dx',
    ])
      assert.equal((await send(`${url}${path}`)).status, 404, path);
    assert.match((await send(`${url}/crls/none.crl`)).text, /There is nothing at this address\./);
  });

  it('answers 401 to administration, in its own error form', async () => {
    for (const path of ['/v1/ca', '/v1/certificate/pkcs10enroll', '/v1/ca/status', '/']) {
      const { status, json, headers } = await send(`${url}/ejbca/ejbca-rest-api${path}`, {
        method: 'POST',
        body: '{}',
      });
      assert.equal(status, 401);
      assert.equal((json() as { error_code: number }).error_code, 401);
      assert.ok(headers['www-authenticate']);
    }
  });
});
