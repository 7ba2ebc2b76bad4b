/**
 * Objects of an S3 service of others are, octet for octet, what is published: `node scripts/run-tests.ts clients s3-publisher`.
 *
 * The service is the Versity S3 gateway, which needs Go, and Go's module proxy, from which it comes by its hash. It verifies
 * signatures and checksums.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
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
import { TestServer } from '../../e2e/support/test-server.ts';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { assertFails, caCertificate, crlOf, driverOf, endEntityCertificate } from '../validation/publisher-drivers.ts';
import { BUCKET, OWNER, REGION, S3Storage, STRANGER } from '../programs/s3-storage.ts';

const { signal } = new AbortController();

describe('a publisher of S3 and the Versity S3 gateway', () => {
  const ca = TestCa.root('CN=Issuing CA');
  let storage: S3Storage;
  before(async () => {
    storage = await S3Storage.start();
  });
  after(() => storage.remove());

  const driver = (t: TestContext, settings: Readonly<Record<string, string>> = {}, key: string = OWNER.key) => {
    const own = {
      endpoint: `https://localhost:${storage.port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: OWNER.id,
      trustedCertificates: storage.ca.certificatePem,
    };
    const names = ['localhost', `${BUCKET}.localhost`, '127.0.0.1'];
    const hosts = names.map((name) => `${name}:${storage.port}`);
    return driverOf(t, 'S3', { ...own, ...settings }, { secretAccessKey: key }, hosts);
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
  });

  it('has what a server issues, by the publisher of a profile and of a CA', async (t) => {
    const server = await TestServer.start(t, { outboundHosts: outboundHosts(`localhost:${storage.port}`) });
    const settings = {
      endpoint: `https://localhost:${storage.port}`,
      region: REGION,
      bucket: BUCKET,
      prefix: 'server',
      accessKeyId: OWNER.id,
      secretAccessKey: OWNER.key,
      trustedCertificates: storage.ca.certificatePem,
    };
    const body = { settings: { type: 'S3', settings, revokedCertificates: 'REMOVE' } };
    assert.equal((await server.administer('/documents/PUBLISHER/bucket', { body })).status, 201);
    await createProfiles(server, 'Stored', { publishers: ['bucket'] });
    await editCa(server, 'ManagementCA', { crlPublishers: ['bucket'] });
    const crl = await newCrl(server);
    const certificate = await enroll(server, requestUnder('Stored', { username: 's1', subject: 'CN=s1' }));
    const name = `server/certificates/ManagementCA/${publishedSerial(certificate.serialNumber)}.cer`;
    const stored = (of: string) => storage.object(of)?.body;
    await eventually('the certificate', () => stored(name)?.equals(certificate.der) === true);
    await eventually('the CRL', () => stored('server/crls/ManagementCA.crl')?.equals(crl.der) === true);
    const revoked = await server.call(certificatePath(certificate, 'revoke?reason=SUPERSEDED'), { method: 'PUT' });
    assert.equal(revoked.status, 200);
    await eventually('its removal', () => stored(name) === undefined);
    assert.ok(server.log.every((line) => !line.includes(OWNER.key)));
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
