/** The slot for lints: what a lint refuses is not signed, and the bytes that are signed are those that were linted. */
import {
  AttributeType,
  Certificate,
  Crl,
  DistinguishedName,
  keyUsage,
  makeExtension,
  parsePublicKey,
  type SignatureAlgorithm,
  SshPublicKey,
  subjectAltName,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { SYSTEM } from '../../../packages/server/src/modules/access/index.ts';
import {
  type CaSigner,
  CvcIssuance,
  IssueCrl,
  type Lint,
  Linter,
  requireActive,
  requireActiveSsh,
  requireCvc,
  SshIssuance,
  X509Issuance,
} from '../../../packages/server/src/modules/ca/index.ts';
import { certificateProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { UnsignedCrlReader } from '../../../packages/server/src/storage/stores/crls/unsigned-crl-reader.ts';
import { BELIEVED } from '../../../packages/server/test/believed-clock.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  createProfiles,
  editCa,
  ENROLL,
  enroll,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { newRequest } from '../support/enrollment.ts';
import { createSshCa, createSshProfiles } from '../support/setups/ssh-setup.ts';
import type { TestServer } from '../support/test-server.ts';

const REFUSING: Lint = {
  name: 'never',
  check: () => [{ severity: 'refuse', message: "the serial number is '1'; it has to be random" }],
};

const CAREFUL: Lint = { name: 'careful', check: () => [{ severity: 'warn', message: 'the key is small' }] };

/** The parts that the server itself signs with, with lints of a test, and the bytes that reach each of them. */
function signingWith(server: TestServer, ...lints: readonly Lint[]) {
  const { ca, storage } = server.running.installation;
  const seen = { linted: new Array<Uint8Array>(), signed: new Array<Uint8Array>() };
  const copying: Lint = { name: 'copying', check: ({ bytes }) => (seen.linted.push(Uint8Array.from(bytes)), []) };
  const signer: CaSigner = {
    generation: (key) => ca.signer.generation(key),
    sign(key, algorithm: SignatureAlgorithm, data) {
      seen.signed.push(Uint8Array.from(data));
      return ca.signer.sign(key, algorithm, data);
    },
  };
  const linter = new Linter({ lints: [copying, ...lints] });
  const { clock } = server;
  return { seen, linter, signer, journal: ca.journal, ids: storage.ids, clock, random: systemRandom() };
}

/** Counts the rows of issuance in the database. */
function rowsOf(server: TestServer): readonly number[] {
  return withDatabase(server, (database) =>
    ['issuance_journal', 'certificate', 'crl', 'crl_part'].map((table) =>
      Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()!['count']),
    ),
  );
}

async function profileOf(server: TestServer, name: string) {
  const { id, value } = await server.running.installation.configuration.get(certificateProfileType, name);
  return { profile: value, certificateProfileId: id };
}

async function certificateOrder(server: TestServer) {
  const { authorities } = server.running.installation.ca;
  const found = (await authorities.findByName('ManagementCA'))!;
  return {
    ...(await profileOf(server, 'ENDUSER')),
    authority: requireActive(found, Math.floor(server.clock.nowMs() / 1000)),
    endEntityProfileId: 1,
    endEntityId: undefined,
    username: undefined,
    subject: DistinguishedName.of([[{ type: AttributeType.commonName, value: 'linted' }]]),
    publicKey: newKey('ec'),
    alternativeNames: [],
  };
}

function newKey(kind: 'ec' | 'ed25519') {
  const { publicKey } = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync(kind);
  return parsePublicKey(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
}

describe('a lint', () => {
  const shared = sharedServer();

  it('that refuses a certificate keeps it from being signed, and nothing of it is recorded', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { recordBeforeSigning: 'ALWAYS' });
    const before = rowsOf(server);
    const signing = signingWith(server, REFUSING);
    await assert.rejects(new X509Issuance(signing).issue(await certificateOrder(server)), {
      code: 'ca.lint_refused',
      message:
        "The certificate is not signed, because the lint 'never' refuses it: the serial number is '1'; it has to be random.",
    });
    assert.deepEqual([signing.seen.linted.length, signing.seen.signed.length], [1, 0]);
    assert.deepEqual(rowsOf(server), before);
  });

  it('has seen the bytes of a certificate that are recorded and signed', async () => {
    const { server } = shared;
    const signing = signingWith(server);
    const { der } = await new X509Issuance(signing).issue(await certificateOrder(server));
    assert.deepEqual(signing.seen.signed, signing.seen.linted);
    assert.deepEqual(signing.seen.linted, [Certificate.parse(der).tbs]);
    const recorded = withDatabase(server, (database) =>
      database.prepare('SELECT tbs FROM issuance_journal ORDER BY id DESC LIMIT 1').get(),
    );
    assert.deepEqual(new Uint8Array(recorded!['tbs'] as Uint8Array), signing.seen.linted[0]);
  });

  it('that only warns has its warning handed out with the certificate', async () => {
    const { server } = shared;
    const signing = signingWith(server, CAREFUL);
    const { lintWarnings } = await new X509Issuance(signing).issue(await certificateOrder(server));
    assert.equal(signing.seen.signed.length, 1);
    assert.deepEqual(lintWarnings, ['careful: the key is small']);
  });

  it('that only warns has its warning in the audit record of a CRL', async () => {
    const { server } = shared;
    await issueCrl(server, signingWith(server, CAREFUL));
    const record = auditRows(server).findLast(({ event }) => event === 'CRL_CREATION');
    assert.deepEqual(detailsOf(record!)['lintWarnings'], ['careful: the key is small']);
  });

  it('that refuses a CRL keeps it from being signed, and leaves nothing of it', async () => {
    const { server } = shared;
    const before = rowsOf(server);
    const signing = signingWith(server, REFUSING);
    await assert.rejects(issueCrl(server, signing), { code: 'ca.lint_refused' });
    assert.deepEqual([signing.seen.linted.length, signing.seen.signed.length], [1, 0]);
    assert.deepEqual(rowsOf(server), before);
  });

  it('has seen the bytes of a CRL that are signed', async () => {
    const { server } = shared;
    const signing = signingWith(server);
    const { crl } = await issueCrl(server, signing);
    assert.deepEqual(signing.seen.signed, signing.seen.linted);
    assert.deepEqual(signing.seen.linted, [Crl.parse(crl.der).tbs]);
  });

  it('of RFC 5280 only warns of what the settings of the CA ask for', async () => {
    const { server } = shared;
    await createCa(server, 'No numbers', {
      crlNumber: false,
      crlDistributionPoints: ['http://pki.example/No numbers.crl'],
      crlDistributionPointOnCrl: true,
      crlDistributionPointOnCrlCritical: true,
    });
    await createCrl(server, 'No numbers');
    const record = auditRows(server).findLast(({ event }) => event === 'CRL_CREATION');
    assert.deepEqual(detailsOf(record!)['lintWarnings'], [
      "crl: the address 'http://pki.example/No numbers.crl' of issuingDistributionPoint is not an absolute URI (crl/issuing-distribution-point-address, RFC 5280 §5.2.5)",
      'crl: there is no cRLNumber; one is required (crl/number-present, RFC 5280 §5.2.3)',
    ]);
  });

  it('of the Baseline Requirements refuses a CRL with the clause where the CA says so, and nothing of it is signed', async () => {
    const { server } = shared;
    const life = { crlBaselineRequirements: 'TLS', crlNumber: true };
    await createCa(server, 'TLS root', { ...life, crlExpirePeriod: '11d' });
    await createCrl(server, 'TLS root');
    await createCa(server, 'TLS issuing', {
      ...life,
      signedBy: 'TLS root',
      certificateProfile: 'SUBCA',
      crlExpirePeriod: '10d',
    });
    await createCrl(server, 'TLS issuing');
    const before = rowsOf(server);
    const body = { valid_until: new Date(Date.now() + 11 * 86_400_000).toISOString() };
    const { status, text } = await server.administer('/cas/TLS%20issuing/crls', { method: 'POST', body });
    assert.equal(status, 422);
    assert.match(text, /more than ten days .* \(crl-tls\/next-update-10-days, Baseline Requirements 7\.2\)\./);
    assert.deepEqual(rowsOf(server), before);
  });

  it('of the Baseline Requirements goes with no settings under which it would refuse every CRL', async () => {
    const { server } = shared;
    await createCa(server, 'TLS settings', { crlBaselineRequirements: 'TLS', crlNumber: true });
    const refused: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
      [{ crlExpirePeriod: '400d' }, /'crlExpirePeriod' that is '400d'; .* 365d for a root/],
      [{ crlNumber: false }, /'crlNumber' that is false; .* true/],
      [{ crlNumberCritical: true }, /'crlNumberCritical' that is true; .* false/],
      [{ crlAuthorityKeyIdentifier: false }, /'crlAuthorityKeyIdentifier' that is false/],
      [{ crlAuthorityKeyIdentifierCritical: true }, /'crlAuthorityKeyIdentifierCritical' that is true/],
      [
        { crlDistributionPointOnCrl: true, crlDistributionPoints: ['http://a.example/'] },
        /'crlDistributionPointOnCrlCritical' that is false/,
      ],
      [
        { crlDistributionPoints: ['http://a.example/My CA.crl'] },
        /'http:\/\/a\.example\/My CA\.crl'; .* without blanks/,
      ],
    ];
    for (const [settings, message] of refused)
      await assert.rejects(editCa(server, 'TLS settings', settings), { code: 'document.invalid_settings', message });
    await createCrl(server, 'TLS settings');
    // Only a root certifies nothing but CAs.
    const below = { signedBy: 'TLS settings', certificateProfile: 'SUBCA', crlBaselineRequirements: 'TLS' };
    await assert.rejects(createCa(server, 'TLS below', { ...below, crlExpirePeriod: '11d' }), {
      code: 'document.invalid_settings',
      message: /'crlExpirePeriod' that is '11d'; .* 10d at the most, or 365d for a root/,
    });
  });

  it('looks at card verifiable certificates', async () => {
    const { server } = shared;
    const settings = { caType: 'CVC', subjectDn: 'CN=LINT,C=SE', certificateProfile: 'ROOTCA', validity: '3y' };
    const { id, keyAlias, issuer, ...authority } = requireCvc(await createCa(server, 'CVCA', settings));
    const { cryptoTokenId, signatureAlgorithm } = authority.settings;
    const order = {
      ...(await profileOf(server, 'ROOTCA')),
      caId: id,
      holder: issuer!.reference,
      publicKey: issuer!.publicKey,
      key: {
        keyAlias,
        settings: {
          ...authority.settings,
          cryptoTokenId: cryptoTokenId!,
          signatureAlgorithm: signatureAlgorithm!,
        },
      },
      signer: issuer!,
    };
    const signing = signingWith(server);
    await new CvcIssuance(signing).issueCvca(order);
    assert.deepEqual([signing.seen.linted.length, signing.seen.signed], [1, signing.seen.linted]);
    const refusing = signingWith(server, REFUSING);
    await assert.rejects(new CvcIssuance(refusing).issueCvca(order), { code: 'ca.lint_refused' });
    assert.deepEqual(refusing.seen.signed, []);
  });

  it('looks at SSH certificates', async () => {
    const { server } = shared;
    await createSshCa(server, 'SSH CA');
    await createSshProfiles(server, 'Staff');
    const found = (await server.running.installation.ca.authorities.findByName('SSH CA'))!;
    const order = {
      ...(await profileOf(server, 'Staff')),
      authority: requireActiveSsh(found, Math.floor(server.clock.nowMs() / 1000)),
      endEntityProfileId: 1,
      endEntityId: 1,
      username: 'linted',
      subject: DistinguishedName.of([[{ type: AttributeType.commonName, value: 'linted' }]]),
      key: SshPublicKey.of(newKey('ed25519')),
      keyId: 'linted',
      principals: ['linted'],
      criticalOptions: [],
      extensions: [],
      requestedNotBefore: undefined,
      requestedNotAfter: undefined,
    };
    const signing = signingWith(server);
    await new SshIssuance(signing).issue(order);
    assert.deepEqual([signing.seen.linted.length, signing.seen.signed], [1, signing.seen.linted]);
    const refusing = signingWith(server, REFUSING);
    await assert.rejects(new SshIssuance(refusing).issue(order), { code: 'ca.lint_refused' });
    assert.deepEqual(refusing.seen.signed, []);
  });
});

describe('an enrollment', () => {
  const shared = sharedServer();
  const WITH_EMAIL = { subject: 'CN=alice,E=alice@example.com' };
  const message =
    /^The certificate is not signed, because the lint 'x509' refuses it: the emailAddress 'alice@example\.com' is not an rfc822Name of subjectAltName as well \(rfc5280\/email-in-alternative-names, RFC 5280 §4\.1\.2\.6\)\.$/;

  it('that breaks RFC 5280 is refused with the clause, and leaves nothing', async () => {
    const { server } = shared;
    const before = rowsOf(server);
    assertRefusal(await server.call(ENROLL, { body: newRequest({ username: 'alice', ...WITH_EMAIL }) }), 400, message);
    assert.deepEqual(rowsOf(server), before);
    const entities = withDatabase(server, (database) =>
      database.prepare("SELECT count(*) AS count FROM end_entity WHERE username = 'alice'").get(),
    );
    assert.equal(Number(entities!['count']), 0);
  });

  it('is let pass where the profile makes an exception of the rule, with a warning in its audit record', async () => {
    const { server } = shared;
    const profile = { lintExceptions: ['rfc5280/email-in-alternative-names'] };
    await createProfiles(server, 'Old clients', profile, { subjectDn: { CN: [{}], E: [{}] } });
    await enroll(server, requestUnder('Old clients', { username: 'excepted', ...WITH_EMAIL }));
    const record = auditRows(server).find(
      ({ event, username }) => event === 'CERT_CREATION' && username === 'excepted',
    );
    assert.deepEqual(detailsOf(record!)['lintWarnings'], [
      "x509: the emailAddress 'alice@example.com' is not an rfc822Name of subjectAltName as well (rfc5280/email-in-alternative-names, RFC 5280 §4.1.2.6)",
    ]);
  });

  it('follows the Baseline Requirements where its profile says so', async () => {
    const { server } = shared;
    const tls = {
      baselineRequirements: 'TLS',
      validity: '1y',
      extendedKeyUsageUsed: true,
      extendedKeyUsage: ['serverAuth'],
    };
    await createProfiles(server, 'Public', tls);
    const answer = await server.call(ENROLL, {
      body: requestUnder('Public', { username: 'tls', subject: 'CN=a.example' }),
    });
    assertRefusal(answer, 400, /\(tls\/[a-z0-9-]+, Baseline Requirements [0-9.]+\)\.$/);
  });

  it('follows those for S/MIME by the kind of validation and the generation that its policy names', async () => {
    const { server } = shared;
    const smime = {
      baselineRequirements: 'SMIME',
      validity: '1y',
      keyUsage: ['digitalSignature', 'keyAgreement'],
      extendedKeyUsageUsed: true,
      extendedKeyUsage: ['emailProtection'],
      certificatePoliciesUsed: true,
      crlDistributionPointUsed: true,
      crlDistributionPointUri: 'http://crl.example.org/ca.crl',
    };
    const mailbox = { ...smime, certificatePolicies: [{ policyId: '2.23.140.1.5.1.3' }] };
    const names = {
      subjectDn: { CN: [{}], O: [{ required: false }] },
      subjectAlternativeName: { RFC822NAME: [{ use: true }] },
    };
    await createProfiles(server, 'Mail', mailbox, names);
    const address = { type: 'rfc822Name', value: 'a@example.org' } as const;
    const extensions = [makeExtension(subjectAltName, [address], false)];
    await enroll(server, requestUnder('Mail', { username: 'mail', subject: 'CN=a@example.org', extensions }));
    const named = requestUnder('Mail', { username: 'named mail', subject: 'CN=a@example.org,O=Example', extensions });
    assertRefusal(
      await server.call(ENROLL, { body: named }),
      400,
      /\(smime\/mailbox-validated-subject, S\/MIME Baseline Requirements 7\.1\.4\.2\.3\)\.$/,
    );
  });

  it('follows those for code signing where its profile says so', async () => {
    const { server } = shared;
    const code = {
      baselineRequirements: 'CODE_SIGNING',
      validity: '1y',
      extendedKeyUsageUsed: true,
      extendedKeyUsage: ['codeSigning'],
    };
    await createProfiles(server, 'Code', code);
    const answer = await server.call(ENROLL, { body: requestUnder('Code', { username: 'code', subject: 'CN=Code' }) });
    assertRefusal(answer, 400, /\(code-signing\/[a-z0-9-]+, Code Signing Baseline Requirements [0-9.a-g]+\)\.$/);
  });

  it('gets the key usages of its profile that its key can have', async () => {
    const certificate = await enroll(shared.server, newRequest({ username: 'usages', subject: 'CN=usages' }));
    assert.deepEqual([...certificate.extension(keyUsage)!], ['digitalSignature']);
  });

  it('cannot be under a profile with an exception of no rule', async () => {
    await assert.rejects(createProfiles(shared.server, 'Odd', { lintExceptions: ['rfc5280/none'] }), (error: Error) => {
      assert.match(error.message, /'lintExceptions' that has 'rfc5280\/none', which is not a lint rule/);
      return true;
    });
  });
});

/** Makes a CRL as the server does. */
async function createCrl(server: TestServer, name: string) {
  const { createCrls } = server.running.installation.ca;
  const { chain } = await caOf(server, name);
  return createCrls.create(SYSTEM, { subject: chain[0]!.subject.toString() }, 'base');
}

async function issueCrl(server: TestServer, signing: ReturnType<typeof signingWith>) {
  const {
    access: { control: access },
    audit,
    ca: { authorities, crls },
    background: { leases },
    configuration,
    storage: { database, store },
  } = server.running.installation;
  const { id: caId } = (await authorities.findByName('ManagementCA'))!;
  const issue = new IssueCrl({
    ...signing,
    leases,
    access,
    audit,
    authorities,
    crls,
    store,
    unsigned: new UnsignedCrlReader(database.readers),
    clockBelief: BELIEVED,
    epoch: () => configuration.epoch,
  });
  return issue.issue(SYSTEM, { caId, partition: 0 }, 'base');
}
