/** A directory of OpenLDAP holds, octet for octet, what is published, where relying parties look for it (RFC 4523). */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { assertFails, caCertificate, crlOf, driverOf, endEntityCertificate } from './publisher-drivers.ts';
import { ADMIN, BASE, PASSWORD, PEOPLE, PKI, Slapd, WRITER } from '../programs/slapd.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const { signal } = new AbortController();

describe('a publisher of LDAP and OpenLDAP', () => {
  const ca = TestCa.root('CN=Issuing CA,O=Example');
  let slapd: Slapd;
  before(async () => {
    slapd = await Slapd.start();
  });
  after(() => slapd.remove());

  const driver = (
    t: TestContext,
    settings: Readonly<Record<string, string>> = {},
    secrets: Readonly<Record<string, string>> = { loginPassword: PASSWORD },
    to: Slapd = slapd,
  ) => {
    const port = { LDAPS: to.ldapsPort, STARTTLS: to.ldapPort, NONE: to.ldapPort }[settings['security'] ?? 'LDAPS'];
    const own = {
      server: `127.0.0.1:${port}`,
      trustedCertificates: to.ca.certificatePem,
      ...('loginPassword' in secrets && { loginDn: ADMIN }),
      baseDn: PEOPLE,
    };
    return driverOf(t, 'LDAP', { ...own, ...settings }, secrets, [`127.0.0.1:${port}`, `localhost:${port}`]);
  };
  /** Certificates of one subject, the second of them made later. */
  const twoOf = (subject: string) => {
    const first = ca.issue({ subject, notBefore: 1_600_000_000 }).certificate;
    const second = ca.issue({ subject, notBefore: 1_600_000_001 }).certificate;
    return [first, second] as const;
  };

  for (const security of ['LDAPS', 'STARTTLS', 'NONE'])
    it(`puts a certificate into an entry that it makes (${security})`, async (t) => {
      const { certificate } = ca.issue({ subject: `CN=Ada ${security},E=ada@example.com` });
      await driver(t, { security }).publish(endEntityCertificate(ca, certificate), signal);
      const dn = `cn=Ada ${security},${PEOPLE}`;
      assert.deepEqual(slapd.values(dn, 'userCertificate;binary'), [Buffer.from(certificate.der)]);
      assert.deepEqual(slapd.values(dn, 'sn')?.map(String), [security]);
      assert.deepEqual(slapd.values(dn, 'mail')?.map(String), ['ada@example.com']);
    });

  it('puts it into an entry that is there, and gives that the object class where it has to', async (t) => {
    slapd.add(`dn: cn=switch,${PEOPLE}\nobjectClass: device\ncn: switch\ndescription: on the roof\n`);
    const { certificate } = ca.issue({ subject: 'CN=switch' });
    await driver(t).publish(endEntityCertificate(ca, certificate), signal);
    const dn = `cn=switch,${PEOPLE}`;
    assert.deepEqual(slapd.values(dn, 'userCertificate;binary'), [Buffer.from(certificate.der)]);
    assert.deepEqual(slapd.values(dn, 'objectClass')?.map(String), ['device', 'pkiUser']);
    assert.deepEqual(slapd.values(dn, 'description')?.map(String), ['on the roof']);
  });

  it('replaces a certificate by its successor, and never by its predecessor', async (t) => {
    const [first, second] = twoOf('CN=Renewed');
    const publisher = driver(t);
    const stands = () => slapd.values(`cn=Renewed,${PEOPLE}`, 'userCertificate;binary');
    await publisher.publish(endEntityCertificate(ca, first), signal);
    await publisher.publish(endEntityCertificate(ca, second), signal);
    assert.deepEqual(stands(), [Buffer.from(second.der)]);
    await publisher.publish(endEntityCertificate(ca, first), signal);
    assert.deepEqual(stands(), [Buffer.from(second.der)]);
    // Nor does the end of the first take the second away.
    await publisher.remove(endEntityCertificate(ca, first), signal);
    assert.deepEqual(stands(), [Buffer.from(second.der)]);
  });

  it('keeps several certificates where that is set, each once, and removes single ones', async (t) => {
    const [first, second] = twoOf('CN=Several');
    const publisher = driver(t, { severalCertificates: 'true' });
    const stands = () =>
      slapd
        .values(`cn=Several,${PEOPLE}`, 'userCertificate;binary')
        ?.map((value) => value.toString('hex'))
        .toSorted();
    const hex = (...certificates: readonly { readonly der: Uint8Array }[]) =>
      certificates.map(({ der }) => Buffer.from(der).toString('hex')).toSorted();
    for (const certificate of [first, second, first])
      await publisher.publish(endEntityCertificate(ca, certificate), signal);
    assert.deepEqual(stands(), hex(first, second));
    await publisher.remove(endEntityCertificate(ca, first), signal);
    assert.deepEqual(stands(), hex(second));
    await publisher.remove(endEntityCertificate(ca, first), signal);
    await publisher.remove(endEntityCertificate(ca, second), signal);
    assert.deepEqual(stands(), []);
    const unknown = endEntityCertificate(ca, ca.issue({ subject: 'CN=Nobody' }).certificate);
    await publisher.remove(unknown, signal);
    assert.equal(slapd.values(`cn=Nobody,${PEOPLE}`, 'cn'), undefined);
  });

  it('puts certificate, CRL and delta of a CA into one entry, the newest of each', async (t) => {
    const publisher = driver(t, { baseDn: PKI, authorityRevocationList: 'true' });
    const [older, newer, delta] = [crlOf(ca, 7), crlOf(ca, 8), crlOf(ca, 9, { baseNumber: 8 })];
    for (const object of [older, caCertificate(ca), newer, delta, older]) await publisher.publish(object, signal);
    const dn = `cn=Issuing CA,${PKI}`;
    const contentOf = ({ content }: typeof older) => Buffer.from(content.inMemory!);
    assert.deepEqual(slapd.values(dn, 'cACertificate;binary'), [Buffer.from(ca.certificate.der)]);
    assert.deepEqual(slapd.values(dn, 'certificateRevocationList;binary'), [contentOf(newer)]);
    assert.deepEqual(slapd.values(dn, 'authorityRevocationList;binary'), [contentOf(newer)]);
    assert.deepEqual(slapd.values(dn, 'deltaRevocationList;binary'), [contentOf(delta)]);
    assert.deepEqual(slapd.values(dn, 'objectClass')?.map(String), ['top', 'applicationProcess', 'pkiCA', 'deltaCRL']);
  });

  it('puts the CRL of a partition into a distribution point below the CA, which it makes too', async (t) => {
    const other = TestCa.root('CN=Partitioned CA');
    const crl = crlOf(other, 1, { partition: 3 });
    const publisher = driver(t, { baseDn: PKI });
    await publisher.publish(crl, signal);
    await publisher.publish(crlOf(other, 2, { partition: 3, baseNumber: 1 }), signal);
    const dn = `cn=CRL 3,cn=Partitioned CA,${PKI}`;
    assert.deepEqual(slapd.values(dn, 'certificateRevocationList;binary'), [Buffer.from(crl.content.inMemory!)]);
    assert.equal(slapd.values(dn, 'deltaRevocationList;binary')?.length, 1);
    assert.deepEqual(slapd.values(dn, 'objectClass')?.map(String), ['top', 'cRLDistributionPoint']);
  });

  it('makes the name of an entry of the attributes that are set, with nothing of a value read as syntax', async (t) => {
    const subject = String.raw`UID=u1,CN=\#Eve\, ou\=pki\+x \"q\" \\ \<\>\;\ ,SN=42,OU=Ünït,OU=Top`;
    const { certificate } = ca.issue({ subject });
    const publisher = driver(t, { nameAttributes: 'CN+UID, OU' });
    slapd.add(
      ['Top', 'Ünït,ou=Top'].map((ou) => `dn: ou=${ou},${PEOPLE}\nobjectClass: organizationalUnit\n`).join('\n'),
    );
    await publisher.publish(endEntityCertificate(ca, certificate), signal);
    const dn = String.raw`cn=\23Eve\2C ou\3Dpki\2Bx \22q\22 \5C \3C\3E\3B\20+uid=u1,ou=Ünït,ou=Top,${PEOPLE}`;
    assert.deepEqual(slapd.values(dn, 'userCertificate;binary'), [Buffer.from(certificate.der)]);
    const without = ca.issue({ subject: 'O=Example' }).certificate;
    const reason = /'O=Example' has no cn, of which nameAttributes makes the name of its entry/;
    await assertFails(publisher.publish(endEntityCertificate(ca, without), signal), 'final', reason, []);
  });

  it('logs in by certificate', async (t) => {
    const strict = await Slapd.start({ general: [`authz-regexp "^cn=([^,]+)$" "${ADMIN}"`] });
    atEnd(t, () => strict.remove());
    const client = strict.ca.issueClient('publisher');
    const { certificate } = ca.issue({ subject: 'CN=External' });
    const settings = { clientCertificate: client.certificatePem };
    const publisher = driver(t, settings, { clientPrivateKey: client.privateKeyPem }, strict);
    await publisher.test(signal);
    await publisher.publish(endEntityCertificate(ca, certificate), signal);
    assert.deepEqual(strict.values(`cn=External,${PEOPLE}`, 'userCertificate;binary'), [Buffer.from(certificate.der)]);
  });

  it('needs the right to write below the base, and no other', async (t) => {
    const rights = [
      `access to dn.subtree="${PEOPLE}" by dn.exact="${WRITER}" write by * read`,
      'access to * by * read',
    ];
    const strict = await Slapd.start({ database: rights });
    atEnd(t, () => strict.remove());
    const { certificate } = ca.issue({ subject: 'CN=Allowed' });
    const publisher = driver(t, { loginDn: WRITER }, { loginPassword: PASSWORD }, strict);
    await publisher.publish(endEntityCertificate(ca, certificate), signal);
    await publisher.remove(endEntityCertificate(ca, certificate), signal);
    assert.deepEqual(strict.values(`cn=Allowed,${PEOPLE}`, 'userCertificate;binary'), []);
  });

  describe('says what is wrong, without a secret:', () => {
    const { certificate } = ca.issue({ subject: 'CN=Refused' });
    const object = endEntityCertificate(ca, certificate);
    const canary = 'a-password-that-is-wrong';

    it('a wrong password', async (t) => {
      const publisher = driver(t, {}, { loginPassword: canary });
      const reason = /^The directory refuses to log in cn=admin,dc=example,dc=com: .*Check loginDn and loginPassword/;
      await assertFails(publisher.publish(object, signal), 'publisher', reason, [canary]);
      await assertFails(publisher.test(signal), 'publisher', reason, [canary]);
    });

    it('a certificate that nobody vouches for', async (t) => {
      for (const security of ['LDAPS', 'STARTTLS']) {
        const publisher = driver(t, { security, trustedCertificates: ca.certificatePem });
        await assertFails(publisher.publish(object, signal), 'publisher', /is not trusted in TLS: .*certificate/, [
          PASSWORD,
        ]);
      }
    });

    it('a certificate for another host', async (t) => {
      const other = await Slapd.start({ alternativeNames: 'dNSName=other.example.com' });
      atEnd(t, () => other.remove());
      const publisher = driver(t, {}, { loginPassword: PASSWORD }, other);
      await assertFails(publisher.publish(object, signal), 'publisher', /is not trusted in TLS: .*altnames/, [
        PASSWORD,
      ]);
    });

    it('a directory that wants TLS', async (t) => {
      const strict = await Slapd.start({ database: ['security simple_bind=128 update_ssf=128'] });
      atEnd(t, () => strict.remove());
      const publisher = driver(t, { security: 'NONE' }, { loginPassword: PASSWORD }, strict);
      await assertFails(publisher.publish(object, signal), 'publisher', /It wants TLS: set security to/, [PASSWORD]);
    });

    it('a login that may not write', async (t) => {
      const strict = await Slapd.start({ database: ['access to * by * read'] });
      atEnd(t, () => strict.remove());
      const publisher = driver(t, { loginDn: WRITER }, { loginPassword: PASSWORD }, strict);
      await publisher.test(signal);
      await assertFails(publisher.publish(object, signal), 'object', /The login has no right to write there/, [
        PASSWORD,
      ]);
    });

    it('an entry that is missing, where none are made', async (t) => {
      const publisher = driver(t, { createEntries: 'false' });
      const reason = /has no entry cn=Refused,ou=people,dc=example,dc=com, and createEntries is false/;
      await assertFails(publisher.publish(object, signal), 'object', reason, []);
    });

    it('a base that is missing', async (t) => {
      const publisher = driver(t, { baseDn: `ou=nowhere,${BASE}` });
      await assertFails(publisher.test(signal), 'publisher', /has no entry ou=nowhere,dc=example,dc=com/, []);
      await assertFails(publisher.publish(object, signal), 'object', /refuses to make cn=Refused.*none above it/, []);
    });

    it('object classes that do not allow it', async (t) => {
      const publisher = driver(t, { userObjectClasses: 'top,country' });
      await assertFails(publisher.publish(object, signal), 'final', /Its schema does not allow it/, []);
    });

    it('a directory that is full', async (t) => {
      const full = await Slapd.start({ maxOctets: 256 * 1024 });
      atEnd(t, () => full.remove());
      const publisher = driver(t, { baseDn: PKI }, { loginPassword: PASSWORD }, full);
      const filling = async () => {
        for (let n = 0; n < 500; n++) {
          const { certificate: one } = ca.issue({ subject: `CN=Filler ${n}` });
          await publisher.publish(endEntityCertificate(ca, one), signal);
        }
      };
      await assertFails(filling(), 'publisher', /^The directory refuses to make /, [PASSWORD]);
    });

    it('a host that the operator has not named', async (t) => {
      const own = { server: '127.0.0.1:1389', baseDn: BASE };
      const publisher = driverOf(t, 'LDAP', own, {}, []);
      await assertFails(publisher.test(signal), 'publisher', /no --outbound-host names for the port 1389/, []);
    });
  });

  it('fails while the directory is away, and goes on when it is back', async (t) => {
    const { certificate } = ca.issue({ subject: 'CN=Outage' });
    const publisher = driver(t);
    await publisher.test(signal);
    await slapd.stop();
    const object = endEntityCertificate(ca, certificate);
    await assertFails(publisher.publish(object, signal), 'publisher', /at 127\.0\.0\.1:\d+ cannot be reached/, [
      PASSWORD,
    ]);
    await slapd.run();
    await publisher.publish(object, signal);
    assert.deepEqual(slapd.values(`cn=Outage,${PEOPLE}`, 'userCertificate;binary'), [Buffer.from(certificate.der)]);
  });

  it('ends at once when it is told to', async (t) => {
    const stopping = new AbortController();
    const { certificate } = ca.issue({ subject: 'CN=Stopped' });
    const ended = driver(t).publish(endEntityCertificate(ca, certificate), stopping.signal);
    stopping.abort();
    await assert.rejects(ended, { name: 'AbortError' });
  });
});
