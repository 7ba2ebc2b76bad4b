/** Certificates and CRLs that relying parties fetch, at the addresses of this program and at those that certificates of EJBCA carry. */
import {
  Certificate,
  Crl,
  crlNumber,
  deltaCrlIndicator,
  parsePem,
  readCertsOnly,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';

const sha1 = (octets: Uint8Array) => createHash('sha1').update(octets).digest();
const base64 = (octets: Uint8Array) => encodeURIComponent(octets.toBase64().replace(/=+$/, ''));

describe('what relying parties fetch', () => {
  const shared = sharedServer();
  const fetched = (target: string) => shared.server.fetchPlain(target);
  const octets = async (target: string) => {
    const answer = await fetched(target);
    assert.equal(answer.status, 200, target);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const text = async (target: string) => new TextDecoder().decode(await octets(target));
  const status = async (target: string) => (await fetched(target)).status;
  const certdist = (query: Record<string, string>) =>
    `/ejbca/publicweb/webdist/certdist?${new URLSearchParams(query).toString()}`;
  const crlAt = async (target: string) => Crl.parse(await octets(target));

  before(async () => {
    const { server } = shared;
    await createCa(server, 'Root', { subjectDn: 'CN=Root & Sons,O=Example,C=SE', validity: '20y' });
    await createCa(server, 'Sub', {
      subjectDn: 'CN=Sub,OU=Field,O=Example,C=SE',
      signedBy: 'Root',
      certificateProfile: 'SUBCA',
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://pki.example/crls/Sub/partition-*.crl'],
      deltaCrlPeriod: '2h',
    });
  });

  it('are certificates and chains in every form', async () => {
    const { chain } = await caOf(shared.server, 'Sub');
    const ders = chain.map(({ der }) => new Uint8Array(der));
    const pem = async (target: string) =>
      parsePem(await text(target)).map(({ label, der }) => [label, new Uint8Array(der)]);
    for (const ending of ['crt', 'cer']) assert.deepEqual(await octets(`/certificates/Sub.${ending}`), ders[0]);
    assert.deepEqual(await pem('/certificates/Sub/certificate.pem'), [['CERTIFICATE', ders[0]]]);
    assert.deepEqual(
      await pem('/certificates/Sub.pem'),
      ders.map((der) => ['CERTIFICATE', der]),
    );
    assert.deepEqual(
      readCertsOnly(await octets('/certificates/Sub.p7c')).map((der) => new Uint8Array(der)),
      ders,
    );
    const [[label, message] = []] = await pem('/certificates/Sub.p7b');
    assert.equal(label, 'PKCS7');
    assert.deepEqual(
      readCertsOnly(message as Uint8Array).map((der) => new Uint8Array(der)),
      ders,
    );
  });

  it('say how long they may be kept, and are not sent again to clients that have them', async () => {
    const { headers } = await fetched('/certificates/Sub.crt');
    const now = shared.server.clock.nowMs();
    assert.ok(Math.abs(Date.parse(headers.get('expires')!) - now - 86_400_000) < 60_000, headers.get('expires')!);
    const crl = await fetched('/crls/Sub.crl');
    assert.ok(Date.parse(crl.headers.get('expires')!) <= now + 3_660_000);
    const url = new URL('/crls/Sub.crl', shared.server.running.urls[1]);
    const again = await fetch(url, { headers: { 'if-none-match': crl.headers.get('etag')! } });
    assert.equal(again.status, 304);
    assert.ok(again.headers.has('expires'), 'a cache that has it goes on with it');
  });

  it('are the main CRL at the address that has nothing for the partition', async () => {
    assert.deepEqual(await octets('/crls/Sub/partition-.crl'), await octets('/crls/Sub.crl'));
    assert.deepEqual(await octets('/crls/Sub/partition--delta.crl'), await octets('/crls/Sub/delta.crl'));
  });

  describe('at the addresses of EJBCA', () => {
    const issuer = 'CN=Sub,OU=Field,O=Example,C=SE';

    it('are CRLs of the CA with the name, in whatever order and spelling', async () => {
      const whole = await octets('/crls/Sub.crl');
      for (const name of [
        issuer,
        'C=SE,O=Example,OU=Field,CN=Sub',
        'cn=Sub, ou=Field, o=Example, c=SE',
        'CN=sub,OU=FIELD,O=example,C=se',
        // EJBCA has an order of its own.
        'OU=Field,CN=Sub,C=SE,O=Example',
      ])
        assert.deepEqual(await octets(certdist({ cmd: 'crl', issuer: name })), whole, name);
      assert.deepEqual(
        await octets(
          `/ejbca/publicweb/webdist/certdist?cmd=CRL&issuer=CN%3DSub%2COU%3DField%2CO%3DExample%2CC%3DSE&moz=y`,
        ),
        whole,
      );
      const ampersand = await crlAt(
        '/ejbca/publicweb/webdist/certdist?cmd=crl&issuer=CN%3DRoot+%26+Sons%2CO%3DExample%2CC%3DSE',
      );
      assert.ok(ampersand.verify((await caOf(shared.server, 'Root')).chain[0]!.publicKey));
      const { publicId } = await caOf(shared.server, 'Sub');
      assert.deepEqual(await octets(certdist({ cmd: 'crl', caid: String(publicId) })), whole);
    });

    it('are delta CRLs, partitions, and PEM', async () => {
      assert.ok((await crlAt(certdist({ cmd: 'deltacrl', issuer }))).extension(deltaCrlIndicator) !== undefined);
      for (const partition of ['0', '1', '2']) {
        const [whole, delta] = [
          await octets(certdist({ cmd: 'crl', issuer, partition })),
          await octets(certdist({ cmd: 'deltacrl', issuer, partition })),
        ];
        assert.deepEqual(whole, await octets(`/crls/Sub/partition-${partition === '0' ? '' : partition}.crl`));
        assert.notDeepEqual(whole, delta);
      }
      const answer = await fetched(certdist({ cmd: 'crl', issuer, format: 'PEM' }));
      const [block] = parsePem(await answer.text());
      assert.equal(block!.label, 'X509 CRL');
      assert.deepEqual(new Uint8Array(block!.der), await octets('/crls/Sub.crl'));
      assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="Sub.crl"');
    });

    it('are certificates of the CA and of those above it', async () => {
      const { chain } = await caOf(shared.server, 'Sub');
      const ders = chain.map(({ der }) => new Uint8Array(der));
      const certs = (der: Uint8Array) => readCertsOnly(der).map((one) => new Uint8Array(one));
      for (const level of [0, 1]) {
        assert.deepEqual(await octets(certdist({ cmd: 'iecacert', issuer, level: String(level) })), ders[level]);
        assert.deepEqual(await octets(certdist({ cmd: 'nscacert', issuer, level: String(level) })), ders[level]);
        const pem = parsePem(await text(certdist({ cmd: 'cacert', issuer, level: String(level) })));
        assert.deepEqual(
          pem.map(({ der }) => new Uint8Array(der)),
          [ders[level]],
        );
      }
      assert.equal(await status(certdist({ cmd: 'cacert', issuer, level: '2' })), 404);
      assert.deepEqual(certs(await octets(certdist({ cmd: 'iecacert', issuer }))), ders);
      assert.deepEqual(certs(parsePem(await text(certdist({ cmd: 'cacert', issuer })))[0]!.der), ders);
      const chained = parsePem(await text(certdist({ cmd: 'cachain', issuer, format: 'pem' })));
      assert.deepEqual(
        chained.map(({ der }) => new Uint8Array(der)),
        ders,
      );
    });

    it('are found by hashes (RFC 4387)', async () => {
      const [sub, root] = (await caOf(shared.server, 'Sub')).chain as [Certificate, Certificate];
      const whole = await octets('/crls/Sub.crl');
      const crls = '/ejbca/publicweb/crls/search.cgi';
      const certificates = '/ejbca/publicweb/certificates/search.cgi';
      const name = sha1(sub.subject.der);
      const key = sub.extension(subjectKeyIdentifier)!;
      assert.deepEqual(await octets(`${crls}?iHash=${base64(name)}`), whole);
      assert.deepEqual(await octets(`${crls}?sKIDHash=${base64(key)}`), whole);
      assert.deepEqual(await octets(`${crls}?sKIDHash=${base64(sha1(key))}`), whole);
      assert.deepEqual(await octets(`${crls}?iHash=${name.toString('base64url')}`), whole);
      assert.deepEqual(await octets(`${crls}?iHash=${name.toString('base64')}`), whole, 'not percent-encoded');
      assert.ok((await crlAt(`${crls}?iHash=${base64(name)}&delta=`)).extension(deltaCrlIndicator) !== undefined);
      assert.deepEqual(
        await octets(`${crls}?iHash=${base64(name)}&partition=2`),
        await octets('/crls/Sub/partition-2.crl'),
      );
      const number = Number((await crlAt('/crls/Sub.crl')).extension(crlNumber));
      assert.deepEqual(await octets(`${crls}?iHash=${base64(name)}&crlnumber=${number}`), whole);
      assert.equal(await status(`${crls}?iHash=${base64(name)}&crlnumber=${number + 1}`), 404);

      assert.deepEqual(await octets(`${certificates}?sHash=${base64(name)}`), new Uint8Array(sub.der));
      assert.deepEqual(await octets(`${certificates}?sKIDHash=${base64(key)}`), new Uint8Array(sub.der));
      assert.deepEqual(await octets(`${certificates}?certHash=${base64(sha1(sub.der))}`), new Uint8Array(sub.der));
      const issued = await fetched(`${certificates}?iHash=${base64(sha1(root.subject.der))}`);
      assert.match(issued.headers.get('content-type')!, /^multipart\/mixed; boundary=/);
      const body = new Uint8Array(await issued.arrayBuffer());
      assert.ok(Buffer.from(body).includes(Buffer.from(sub.der)));
      assert.ok(!Buffer.from(body).includes(Buffer.from(root.der)), 'a root is found by its own name');
    });

    it('are of the newest key where that was renewed, and the former certificates stay', async () => {
      const { server } = shared;
      await createCa(server, 'Renewed', { validity: '10y' });
      const [former] = (await caOf(server, 'Renewed')).chain as [Certificate];
      const answer = await server.administer('/cas/Renewed/renew', { body: { new_key: true } });
      assert.equal(answer.status, 200, answer.text);
      const made = await server.administer('/cas/Renewed/crls', { body: {} });
      assert.equal(made.status, 200, made.text);
      const [present] = (await caOf(server, 'Renewed')).chain as [Certificate];
      const [formerKey, presentKey] = [former, present].map((one) => one.extension(subjectKeyIdentifier)!) as [
        Uint8Array,
        Uint8Array,
      ];
      assert.notDeepEqual(formerKey, presentKey);
      for (const key of [formerKey, presentKey]) {
        const crl = await crlAt(`/ejbca/publicweb/crls/search.cgi?sKIDHash=${base64(key)}`);
        assert.ok(crl.verify(present.publicKey), 'certificates of the former key are on it as well');
      }
      const ofKey = async (key: Uint8Array) =>
        octets(`/ejbca/publicweb/certificates/search.cgi?sKIDHash=${base64(key)}`);
      assert.deepEqual(
        Certificate.parse(await ofKey(formerKey)).publicKey.sha256Fingerprint,
        former.publicKey.sha256Fingerprint,
      );
      assert.deepEqual(await ofKey(presentKey), new Uint8Array(present.der));
      assert.deepEqual(
        await octets(`/ejbca/publicweb/certificates/search.cgi?sHash=${base64(sha1(former.subject.der))}`),
        new Uint8Array(present.der),
      );
      assert.equal(
        Certificate.parse(await octets(`/certificates/Renewed/key-${formerKey.toHex()}.crt`)).publicKey
          .sha256Fingerprint,
        former.publicKey.sha256Fingerprint,
      );
      const all = readCertsOnly(await octets('/certificates/Renewed/all.p7c')).map((der) =>
        Buffer.from(der).toString('hex'),
      );
      assert.equal(all[0], Buffer.from(present.der).toString('hex'));
      assert.ok(all.includes(Buffer.from(former.der).toString('hex')));
    });

    it('are nothing else: no certificate and no status of anybody', async () => {
      const { serialNumberText } = (await caOf(shared.server, 'Sub')).chain[0]!;
      for (const cmd of ['lastcert', 'listcerts', 'revoked', 'eecert', 'certbyfp', 'nothing'])
        assert.equal(await status(certdist({ cmd, issuer, subject: 'CN=x', serno: serialNumberText })), 400, cmd);
      for (const path of ['/ejbca/publicweb/certificates/search.cgi', '/ejbca/publicweb/crls/search.cgi']) {
        assert.equal(await status(path), 400);
        assert.equal(await status(`${path}?name=Sub`), 400);
        assert.equal(await status(`${path}?iHash=AAAA&sKIDHash=AAAA`), 400, 'not one of them dropped');
        assert.equal(await status(`${path}?iHash=AAAA`), 404);
        assert.equal(await status(`${path}?iHash=${'A'.repeat(600)}`), 400);
        assert.equal(await status(`${path}?iHash=%00`), 400);
      }
      for (const issued of ['CN=Nobody', 'nonsense', '', 'CN=Sub'])
        assert.equal(await status(certdist({ cmd: 'crl', issuer: issued })), 404, issued);
      assert.equal(await status(certdist({ cmd: 'crl' })), 400);
      assert.equal(await status(certdist({ cmd: 'crl', issuer, partition: '3' })), 404);
      for (const partition of ['-1', '1.5', 'x', '99999999999'])
        assert.equal(await status(certdist({ cmd: 'crl', issuer, partition })), 400, partition);
      assert.equal(await status(certdist({ cmd: 'crl', issuer, format: 'XML' })), 400);
      assert.equal(await status(certdist({ cmd: 'cachain', issuer, format: 'jks' })), 400);
      assert.equal(await status(`${certdist({ cmd: 'crl', issuer })}&cmd=cacert`), 400);
    });
  });

  describe('pages for people', () => {
    it('name CAs that say where they are to be found, and have no script', async () => {
      const answer = await fetched('/');
      const body = await answer.text();
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; /);
      assert.match(body, /<a href="\/certificates\/Sub">Sub<\/a>/);
      assert.doesNotMatch(body, /Root|Renewed|<script/);
    });

    it('show the certificate and the CRLs of a CA, with links that lead there', async () => {
      const body = await text('/certificates/Sub');
      const { chain } = await caOf(shared.server, 'Sub');
      assert.ok(body.includes(chain[0]!.sha256Fingerprint.toUpperCase().match(/../g)!.join(':')));
      const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
      assert.ok(links.length >= 11, String(links.length));
      for (const link of links) assert.equal(await status(link), 200, link);
      assert.equal(await status('/certificates/Nobody'), 404);
    });

    it('escape what CAs are called', async () => {
      const settings = { subjectDn: 'CN=Odd,O=\\<b\\>x\\</b\\>', caIssuerUris: ['http://pki.example/odd.crt'] };
      await createCa(shared.server, `<img src=x onerror="a">'&`, settings);
      // The first page is made once a minute.
      shared.server.clock.advanceSeconds(61);
      const index = await text('/');
      const [, link] = /href="(\/certificates\/%3Cimg[^"]*)"/.exec(index)!;
      for (const body of [index, await text(link!.replaceAll('&#39;', "'"))]) {
        assert.doesNotMatch(body, /<img|<b>/);
        assert.match(body, /&#60;img src=x onerror=&#34;a&#34;&#62;&#39;&#38;/);
      }
    });
  });
});
