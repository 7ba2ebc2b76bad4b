/** The effect of settings of profiles and CAs on an enrollment. */
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  crlDistributionPoints,
  extendedKeyUsage,
  KEY_PURPOSES,
  keyUsage,
  makeExtension,
  subjectAltName,
  tlsFeature,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { TABLES } from '../../../packages/server/src/storage/sql/schema.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  ENROLL,
  latestCrl,
  newCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { TestServer } from '../support/test-server.ts';

describe('a server that is told its public URL', () => {
  const shared = sharedServer({ publicUrl: 'http://pki.example.com' });

  it('has URLs in certificates of profiles that leave them to the CA, and serves what they name', async () => {
    const { server } = shared;
    await createProfiles(server, 'Published', AS_THE_CA_DEFINES);
    const certificate = await enroll(server, requestUnder('Published', { username: 'url', subject: 'CN=url' }));
    const uri = (value: string) => ({ type: 'uniformResourceIdentifier', value }) as const;
    assert.deepEqual(certificate.extension(crlDistributionPoints), [
      { distributionPoint: { type: 'fullName', names: [uri('http://pki.example.com/crls/ManagementCA.crl')] } },
    ]);
    assert.deepEqual(certificate.extension(authorityInfoAccess), [
      { accessMethod: ACCESS_METHODS.ocsp, accessLocation: uri('http://pki.example.com/ocsp') },
      {
        accessMethod: ACCESS_METHODS.caIssuers,
        accessLocation: uri('http://pki.example.com/certificates/ManagementCA.crt'),
      },
    ]);
    const crl = await newCrl(server);
    const fetched = async (path: string) => Buffer.from(await (await server.fetchPlain(path)).arrayBuffer());
    assert.deepEqual(await fetched('/crls/ManagementCA.crl'), Buffer.from(crl.der));
    assert.deepEqual(await fetched('/certificates/ManagementCA.crt'), new X509Certificate(server.caChain).raw);
  });

  it('writes addresses with other letters than ASCII as their URIs (RFC 5280 §7.4), and refuses what is not an address', async () => {
    const { server } = shared;
    await createProfiles(server, 'Umlauts', AS_THE_CA_DEFINES);
    await createCa(server, 'Müller');
    await editCa(server, 'Müller', {
      crlDistributionPoints: ['http://müller.example/sperrliste-für-alle.crl'],
      caIssuerUris: ['ldap://ldap.example/cn=Müller'],
      ocspUris: ['http://müller.example/ocsp'],
    });
    const body = {
      ...requestUnder('Umlauts', { username: 'ü', subject: 'CN=ü' }),
      certificate_authority_name: 'Müller',
    };
    const certificate = await enroll(server, body);
    const uri = (value: string) => ({ type: 'uniformResourceIdentifier', value }) as const;
    assert.deepEqual(certificate.extension(crlDistributionPoints), [
      {
        distributionPoint: {
          type: 'fullName',
          names: [uri('http://xn--mller-kva.example/sperrliste-f%C3%BCr-alle.crl')],
        },
      },
    ]);
    assert.deepEqual(
      certificate.extension(authorityInfoAccess)!.map(({ accessLocation }) => accessLocation),
      [uri('http://xn--mller-kva.example/ocsp'), uri('ldap://ldap.example/cn=M%C3%BCller')],
    );
    for (const field of ['crlDistributionPoints', 'caIssuerUris', 'ocspUris', 'freshestCrlUris', 'ownCaIssuerUris'])
      await assert.rejects(editCa(server, 'Müller', { [field]: ['http://a b.ü/'] }), {
        code: 'document.invalid_settings',
        message: new RegExp(`'${field}\\[0\\]' that is 'http://a b\\.ü/', which cannot be written as a URI`),
      });
  });

  it('writes none where the profile asks for none', async () => {
    const certificate = await enroll(shared.server, newRequest({ username: 'bare', subject: 'CN=bare' }));
    assert.equal(certificate.extension(crlDistributionPoints), undefined);
    assert.equal(certificate.extension(authorityInfoAccess), undefined);
  });
});

it('has no URL in any certificate without a public URL, and one that comes later changes no CA', async (t) => {
  const first = await TestServer.start(t);
  const { home, database } = first;
  await createProfiles(first, 'Published', AS_THE_CA_DEFINES);
  await first.running.stop();
  for (const [username, publicUrl] of [
    ['without', undefined],
    ['later', 'http://pki.example.com'],
  ] as const) {
    const server = await TestServer.start(t, { home, database, publicUrl });
    for (const request of [
      requestUnder('Published', { username, subject: `CN=${username}` }),
      newRequest({ username: `${username} bare`, subject: `CN=${username} bare` }),
    ])
      await enroll(server, request);
    await server.running.stop();
  }
  const certificates = withDatabase({ home, database }, (opened) =>
    opened.prepare('SELECT der FROM certificate').all(),
  );
  assert.equal(
    certificates.length,
    13,
    'the CA, its OCSP responder, its administrator, the TLS listener, five workers, and four that were enrolled',
  );
  for (const { der } of certificates) assert.ok(!Buffer.from(der as Uint8Array).includes('http'));
});

const AS_THE_CA_DEFINES = {
  crlDistributionPointUsed: true,
  crlUseCaDefinedSettings: true,
  authorityInformationAccessUsed: true,
  ocspServiceLocatorUrlIsCaDefined: true,
  ocspIssuerUrlIsCaDefined: true,
} as const;

describe('an enrollment follows its profile', () => {
  const shared = sharedServer();
  const stapling = makeExtension(tlsFeature, [5], false);
  const clientAuth = makeExtension(extendedKeyUsage, [KEY_PURPOSES.clientAuth], false);

  it('leaves out requested extensions that the profile does not let in', async () => {
    const { server } = shared;
    await createProfiles(server, 'Closed', {});
    const extensions = [stapling, makeExtension(keyUsage, new Set(['keyAgreement'] as const), true)];
    const certificate = await enroll(server, requestUnder('Closed', { username: 'p1', subject: 'CN=p1', extensions }));
    assert.equal(certificate.extension(tlsFeature), undefined);
    assert.deepEqual(certificate.extension(keyUsage), new Set(['digitalSignature']));
  });

  it('takes requested extensions that it lets in', async () => {
    const { server } = shared;
    await createProfiles(server, 'Open', {
      allowExtensionOverride: true,
      overridableExtensionOids: [extendedKeyUsage.oid, tlsFeature.oid],
      extendedKeyUsageUsed: true,
      extendedKeyUsage: ['serverAuth'],
    });
    const extensions = [stapling, clientAuth];
    const certificate = await enroll(server, requestUnder('Open', { username: 'p2', subject: 'CN=p2', extensions }));
    assert.deepEqual(certificate.extension(tlsFeature), [5]);
    assert.deepEqual(certificate.extension(extendedKeyUsage), [KEY_PURPOSES.clientAuth]);
  });

  it('takes requested key usages when it lets them be chosen, and never those of a CA', async () => {
    const { server } = shared;
    await createProfiles(server, 'Usages', { allowKeyUsageOverride: true });
    const asking = (username: string, usage: 'keyAgreement' | 'keyCertSign') =>
      requestUnder('Usages', {
        username,
        subject: `CN=${username}`,
        extensions: [makeExtension(keyUsage, new Set([usage]), true)],
      });
    const certificate = await enroll(server, asking('p3', 'keyAgreement'));
    assert.deepEqual(certificate.extension(keyUsage), new Set(['keyAgreement']));
    const refused = await server.call(ENROLL, { body: asking('p4', 'keyCertSign') });
    assertRefusal(refused, 400, /^The requested extension keyUsage asks for keyCertSign/);
  });

  it('keeps one active certificate: the others are superseded in the same act, and a CRL says so', async () => {
    const { server } = shared;
    await createProfiles(server, 'Single', { singleActiveCertificateConstraint: true });
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
    const request = () => requestUnder('Single', { username: 'single', subject: 'CN=single' });
    const first = await enroll(server, request());
    const second = await enroll(server, request());
    const statusOf = async (certificate: typeof first) =>
      (await server.call(certificatePath(certificate, 'revocationstatus'))).json['revocation_reason'];
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['SUPERSEDED', 'NOT_REVOKED']);
    const listed = [...(await latestCrl(server)).entries()].map(({ serialNumberText }) => serialNumberText);
    assert.ok(listed.includes(first.serialNumberText));
    const rows = auditRows(server).filter(({ username }) => username === 'single');
    const [revocation] = rows.filter(({ event }) => event === 'CERT_REVOKED');
    const [, creation] = rows.filter(({ event }) => event === 'CERT_CREATION');
    assert.equal(revocation!.unit_id, creation!.unit_id);
    assert.equal(detailsOf(revocation!)['reason'], 'SUPERSEDED');
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: false });
  });

  it('leaves certificates on hold and those of others as they are', async () => {
    const { server } = shared;
    const request = () => requestUnder('Single', { username: 'holder', subject: 'CN=holder' });
    const held = await enroll(server, request());
    await server.call(`${certificatePath(held, 'revoke')}?reason=CERTIFICATE_HOLD`, { method: 'PUT' });
    const other = await enroll(server, requestUnder('Single', { username: 'other', subject: 'CN=other' }));
    await enroll(server, request());
    for (const [certificate, reason] of [
      [held, 'CERTIFICATE_HOLD'],
      [other, 'NOT_REVOKED'],
    ] as const) {
      const { json } = await server.call(certificatePath(certificate, 'revocationstatus'));
      assert.equal(json['revocation_reason'], reason);
    }
  });

  it('refuses to supersede more certificates than one act may change', async () => {
    const { server } = shared;
    const body = requestUnder('Single', { username: 'many', subject: 'CN=many' });
    await enroll(server, body);
    const serial =
      server.database === undefined ? "unhex(printf('01%08x', i))" : "decode('01' || lpad(to_hex(i), 8, '0'), 'hex')";
    const columns = Object.keys(TABLES.certificate);
    const values = columns.map((name) => (name === 'id' ? 'id + 1000000 + i' : name === 'serial' ? serial : name));
    withDatabase(server, (database) =>
      database.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO certificate (${columns.join(', ')})
         SELECT ${values.join(', ')} FROM certificate, n WHERE username = 'many'`,
      ),
    );
    assertRefusal(await server.call(ENROLL, { body }), 400, /has more than 1000 that would have to be revoked/);
    withDatabase(server, (database) =>
      database.exec(`DELETE FROM certificate WHERE id = (SELECT max(id) FROM certificate WHERE username = 'many')`),
    );
    await enroll(server, body);
  });

  it('stores alternative names for searching only where it may', async () => {
    const { server } = shared;
    await createProfiles(server, 'Unsearchable', { subjectAlternativeNameSearchable: false });
    const extensions = [makeExtension(subjectAltName, [{ type: 'dNSName', value: 'a.example' }], false)];
    for (const profile of ['Closed', 'Unsearchable']) {
      const username = `names of ${profile}`;
      const certificate = await enroll(
        server,
        requestUnder(profile, { username, subject: `CN=${username}`, extensions }),
      );
      assert.deepEqual(certificate.extension(subjectAltName), [{ type: 'dNSName', value: 'a.example' }]);
      const stored = withDatabase(server, (database) =>
        database.prepare('SELECT subject_alt_name AS names FROM certificate WHERE username = ?').get(username),
      );
      assert.equal(stored!['names'], profile === 'Closed' ? 'dNSName=a.example' : null);
    }
  });

  it('is refused under a profile whose certificates are not to be stored', async () => {
    const { server } = shared;
    for (const setting of ['useCertificateStorage', 'storeCertificateData']) {
      await createProfiles(server, `No ${setting}`, { [setting]: false });
      const body = requestUnder(`No ${setting}`, { username: 'unstored', subject: 'CN=unstored' });
      assertRefusal(
        await server.call(ENROLL, { body }),
        400,
        `Certificate profile 'No ${setting}' has ${setting} off, and certificates that are not stored are not issued here. Turn it on.`,
      );
    }
  });
});
