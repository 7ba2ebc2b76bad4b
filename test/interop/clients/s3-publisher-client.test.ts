/**
 * Objects of an S3 service of others are, octet for octet, what is published: `node scripts/run-tests.ts clients s3-publisher`.
 *
 * The service is the Versity S3 gateway, which needs Go, and Go's module proxy, from which it comes by its hash. It verifies
 * signatures and checksums.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Certificate, type Crl, crlNumber } from '../../../packages/pki/src/index.ts';
import type { Clock } from '../../../packages/server/src/kernel/clock.ts';
import { contentOf } from '../../../packages/server/src/kernel/content.ts';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  newCrl,
  requestUnder,
} from '../../e2e/support/ca-rest-setup.ts';
import { publishedSerial } from '../../e2e/support/published-serial.ts';
import { MovableClock, TestServer } from '../../e2e/support/test-server.ts';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { assertFails, caCertificate, crlOf, driverOf, endEntityCertificate } from '../validation/publisher-drivers.ts';
import { killWhileAway } from '../validation/killed-while-away.ts';
import { BUCKET, OWNER, REGION, S3Storage, STRANGER } from '../programs/s3-storage.ts';

const { signal } = new AbortController();
/** Seconds. */
const HOUR = 3600;

describe('a publisher of S3 and the Versity S3 gateway', () => {
  const ca = TestCa.root('CN=Issuing CA');
  let storage: S3Storage;
  before(async () => {
    storage = await S3Storage.start();
  });
  after(() => storage.remove());

  const driver = (
    t: TestContext,
    settings: Readonly<Record<string, string>> = {},
    key: string = OWNER.key,
    clock?: Clock,
  ) => {
    const own = {
      endpoint: `https://localhost:${storage.port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: OWNER.id,
      trustedCertificates: storage.ca.certificatePem,
    };
    const names = ['localhost', `${BUCKET}.localhost`, '127.0.0.1'];
    const hosts = names.map((name) => `${name}:${storage.port}`);
    return driverOf(t, 'S3', { ...own, ...settings }, { secretAccessKey: key }, hosts, clock);
  };

  it('puts certificates and CRLs, each with its type, and CRLs with the time that caches keep them', async (t) => {
    const publisher = driver(t, { prefix: '/mirror/pki/' });
    const crl = crlOf(ca, 1, { name: 'crls/Issuing_20CA.crl' });
    const { certificate } = ca.issue({ subject: 'CN=Ada' });
    const objects = [crl, caCertificate(ca), endEntityCertificate(ca, certificate, { name: 'certificates/1f.cer' })];
    for (const object of objects) {
      await publisher.publish(object, signal);
      const found = storage.object(`mirror/pki/${object.name}`);
      assert.deepEqual(found?.body, Buffer.from(object.content.inMemory!), object.name);
      const type = object === crl ? 'application/pkix-crl' : 'application/pkix-cert';
      assert.match(found.headers, new RegExp(`content-type: ${type}\r`));
    }
    const headers = (seconds: number) => new RegExp(`cache-control: public, max-age=${seconds}\r`);
    assert.match(storage.object(`mirror/pki/${crl.name}`)!.headers, headers(3600));
    await publisher.publish({ ...crl, nextUpdate: crl.thisUpdate + 600 }, signal);
    assert.match(storage.object(`mirror/pki/${crl.name}`)!.headers, headers(60));
  });

  for (const addressing of ['PATH', 'HOST'])
    it(`replaces and removes objects, also such as are not there (${addressing})`, async (t) => {
      const publisher = driver(t, { addressing });
      const name = `crls/${addressing}.crl`;
      const large = contentOf(Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => at % 251)));
      for (const content of [contentOf(Buffer.of(1)), large]) {
        await publisher.publish(crlOf(ca, 1, { name, content }), signal);
        assert.deepEqual(storage.object(name)?.body, content.inMemory);
      }
      await publisher.remove(crlOf(ca, 1, { name }), signal);
      await publisher.remove(crlOf(ca, 1, { name }), signal);
      assert.equal(storage.object(name), undefined);
    });

  it('tries a bucket, and leaves nothing there', async (t) => {
    await driver(t).test(signal);
    assert.equal(storage.object('sealwright-test'), undefined);
  });

  it('says what is wrong, without a secret', async (t) => {
    const object = crlOf(ca, 1);
    const cases = [
      [{}, 'a-wrong-key', 'publisher', /SignatureDoesNotMatch.*Check accessKeyId and secretAccessKey/],
      [{ accessKeyId: 'nobody' }, 'a-wrong-key', 'publisher', /InvalidAccessKeyId/],
      [{ accessKeyId: STRANGER.id }, STRANGER.key, 'object', /AccessDenied.*s3:PutObject/],
      [{ bucket: 'another-bucket' }, OWNER.key, 'publisher', /NoSuchBucket.*Make the bucket, or correct bucket/],
      [{ region: 'us-west-1' }, OWNER.key, 'publisher', /Check endpoint, region and addressing/],
      [{ trustedCertificates: ca.certificatePem }, OWNER.key, 'publisher', /cannot be reached: .*certificate/],
      [{ endpoint: 'https://127.0.0.1:2' }, OWNER.key, 'publisher', /no --outbound-host names for the port 2/],
    ] as const;
    for (const [settings, key, scope, reason] of cases) {
      const publisher = driver(t, settings, key);
      await assertFails(publisher.publish(object, signal), scope, reason, [key]);
      await assertFails(publisher.test(signal), scope, reason, [key]);
    }
    const clock = new MovableClock();
    clock.advanceSeconds(-HOUR);
    const late = driver(t, {}, OWNER.key, clock);
    await assertFails(late.publish(object, signal), 'publisher', /RequestTimeTooSkewed.*The clocks differ/, [
      OWNER.key,
    ]);
  });

  /** The settings of a publisher whose objects are in a directory of the bucket. */
  const publisherUnder = (prefix: string) => ({
    type: 'S3',
    settings: {
      endpoint: `https://localhost:${storage.port}`,
      region: REGION,
      bucket: BUCKET,
      prefix,
      accessKeyId: OWNER.id,
      secretAccessKey: OWNER.key,
      trustedCertificates: storage.ca.certificatePem,
    },
  });
  const nameUnder = (prefix: string, { serialNumber }: Certificate) =>
    `${prefix}/certificates/ManagementCA/${publishedSerial(serialNumber)}.cer`;
  const has = (prefix: string, certificate: Certificate) =>
    storage.object(nameUnder(prefix, certificate))?.body.equals(certificate.der) === true;

  /** Has what a profile and the CA of a server publish taken to a directory of the bucket. */
  const publishFrom = async (server: TestServer, prefix: string) => {
    const body = { settings: { ...publisherUnder(prefix), revokedCertificates: 'REMOVE' } };
    assert.equal((await server.administer('/documents/PUBLISHER/bucket', { body })).status, 201);
    await createProfiles(server, 'Stored', { publishers: ['bucket'] });
    await editCa(server, 'ManagementCA', { crlPublishers: ['bucket'] });
    return {
      issue: (name: string) => enroll(server, requestUnder('Stored', { username: name, subject: `CN=${name}` })),
      isStored: (certificate: Certificate) => storage.object(nameUnder(prefix, certificate)) !== undefined,
      has: (certificate: Certificate) => has(prefix, certificate),
      hasCrl: ({ der }: Crl) => storage.object(`${prefix}/crls/ManagementCA.crl`)?.body.equals(der) === true,
    };
  };
  const place = () => `localhost:${storage.port}`;
  const reachable = () => ({ outboundHosts: outboundHosts(place()) });

  it('has what a server issues, by the publisher of a profile and of a CA', async (t) => {
    const server = await TestServer.start(t, reachable());
    const bucket = await publishFrom(server, 'server');
    const crl = await newCrl(server);
    const certificate = await bucket.issue('s1');
    await eventually('the certificate', () => bucket.has(certificate));
    await eventually('the CRL', () => bucket.hasCrl(crl));
    const revoked = await server.call(certificatePath(certificate, 'revoke?reason=SUPERSEDED'), { method: 'PUT' });
    assert.equal(revoked.status, 200);
    await eventually('its removal', () => !bucket.isStored(certificate));
    assert.ok(server.log.every((line) => !line.includes(OWNER.key)));
  });

  it('has what a server has issued in an hour without the service', async (t) => {
    // The service refuses requests whose time is not about its own. So the clock of the server is right after that hour, and not before.
    const clock = new MovableClock();
    clock.advanceSeconds(-HOUR);
    await storage.stop();
    const server = await TestServer.startFirst(t, reachable(), { clock });
    const bucket = await publishFrom(server, 'outage');
    const certificates = [await bucket.issue('o1'), await bucket.issue('o2')];
    const earlier = await newCrl(server);
    const crl = await newCrl(server);
    const standing = async () => {
      const { json } = await server.administer('/publishers');
      return (json['publishers'] as readonly Readonly<Record<string, string>>[])[0]!;
    };
    await eventually('the failure', async () => (await standing())['state'] === 'failing');
    assert.match((await standing())['last_error']!, /cannot be reached/);
    await storage.run();
    clock.advanceSeconds(HOUR);
    await eventually('all of that hour', async () => {
      // An attempt that was under way while the hour passed has the publisher rest afterwards, five minutes at most.
      const { next_attempt: next } = await standing();
      if (next !== undefined) clock.advanceSeconds(Math.max(0, (Date.parse(next) - clock.nowMs()) / 1000));
      return certificates.every(bucket.has) && bucket.hasCrl(crl);
    });
    assert.ok(crl.extension(crlNumber)! > earlier.extension(crlNumber)!);
    // It says so once it has noted what has arrived.
    await eventually('the end of the failure', async () => (await standing())['state'] === 'working');
    const afterwards = await bucket.issue('o3');
    await eventually('the next one', () => bucket.has(afterwards));
    assert.ok(server.log.every((line) => !line.includes(OWNER.key)));
  });

  it('has what a server has issued that was killed while the service was away', async (t) => {
    const issued = await killWhileAway(t, {
      places: [place()],
      publishers: { bucket: publisherUnder('killed') },
      goAway: () => storage.stop(),
      comeBack: () => storage.run(),
    });
    for (const [name, certificate] of issued) await eventually(name, () => has('killed', certificate));
  });

  it('fails while the service is away, and goes on when it is back', async (t) => {
    const publisher = driver(t);
    const crl = crlOf(ca, 1, { name: 'crls/outage.crl' });
    await storage.stop();
    await assertFails(publisher.publish(crl, signal), 'publisher', /cannot be reached/, [OWNER.key]);
    await storage.run();
    await publisher.publish(crl, signal);
    assert.deepEqual(storage.object(crl.name)?.body, Buffer.from(crl.content.inMemory!));
  });
});
