/** The profile as a witness: a certificate that says something else than its documents is not signed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  crlDistributionPoints,
  DistinguishedName,
  type Extension,
  freshestCrl,
  keyUsage,
  makeExtension,
  parseGeneralNames,
  serialNumberFromHex,
  signatureAlgorithmByName,
  subjectAltName,
} from '@sealwright/pki';
import {
  type CertificateOrder,
  type ExpectedCertificate,
  type Lint,
  x509Lint,
} from '../../packages/server/src/modules/ca/index.ts';
import { newKey, NOW, openIssuing } from './issuing.ts';

const RICH = {
  keyUsage: ['digitalSignature', 'nonRepudiation'],
  extendedKeyUsageUsed: true,
  extendedKeyUsage: ['clientAuth', 'emailProtection'],
  crlDistributionPointUsed: true,
  crlUseCaDefinedSettings: true,
  authorityInformationAccessUsed: true,
  ocspServiceLocatorUrlIsCaDefined: true,
  ocspIssuerUrlIsCaDefined: true,
  certificatePoliciesUsed: true,
  certificatePolicies: [{ policyId: '1.2.3.4' }],
  privateKeyUsagePeriodNotAfterUsed: true,
  issuerAlternativeNameUsed: true,
};
const NAMES = { alternativeNames: parseGeneralNames('dNSName=a.example, rfc822Name=a@a.example, iPAddress=10.0.0.1') };

let issuing: Awaited<ReturnType<typeof openIssuing>>;
before(async () => {
  issuing = await openIssuing();
});
after(() => issuing[Symbol.asyncDispose]());

/** Returns the objections of the lint to a certificate of RICH if its documents said something else. */
async function objections(
  change: (expected: ExpectedCertificate) => Partial<ExpectedCertificate>,
  settings: object = RICH,
  order: Partial<CertificateOrder> = NAMES,
): Promise<readonly string[]> {
  const made = await toBeSigned(settings, order);
  // First, so that a case fails when this agreement is taken for one with the changed documents.
  assert.deepEqual(await objectionsTo(made), []);
  return objectionsTo(made, change(made.expected));
}

type ToBeSignedCertificate = Parameters<Lint['check']>[0] & { readonly kind: 'certificate' };

/** Makes a certificate, and returns what was to be signed. */
async function toBeSigned(settings: object, order: Partial<CertificateOrder> = NAMES): Promise<ToBeSignedCertificate> {
  let seen: ToBeSignedCertificate | undefined;
  await issuing.issue(settings, order, {
    name: 'looking',
    check(one) {
      if (one.kind === 'certificate') seen = one;
      return [];
    },
  });
  return seen!;
}

async function objectionsTo(
  made: ToBeSignedCertificate,
  changes: Partial<ExpectedCertificate> = {},
): Promise<readonly string[]> {
  const answer = await x509Lint.check({ ...made, expected: { ...made.expected, ...changes } });
  const findings = 'findings' in answer ? answer.findings : answer;
  return findings
    .filter(({ rule }) => rule?.startsWith('profile/'))
    .map(({ message, rule, clause }) => `${message} (${rule}, ${clause})`);
}

/** A change of the profile alone. */
const profile = (changes: Partial<ExpectedCertificate['profile']>) => (expected: ExpectedCertificate) => ({
  profile: { ...expected.profile, ...changes },
});

const OTHER_CA_NAMES = makeExtension(subjectAltName, parseGeneralNames('dNSName=b.example'), false);
const OTHER_NAME = DistinguishedName.parse('CN=mallory,O=Test');
const LIES: readonly (readonly [string, (expected: ExpectedCertificate) => Partial<ExpectedCertificate>, RegExp])[] = [
  [
    'its serial number',
    () => ({ serialNumber: serialNumberFromHex('01AB') }),
    /to be recorded is 1AB \(profile\/serial-number/,
  ],
  [
    'the algorithm of its signature',
    profile({ signatureAlgorithm: signatureAlgorithmByName('SHA384withECDSA') }),
    /by its settings it is SHA384withECDSA .*\(profile\/signature-algorithm/,
  ],
  ['its issuer', ({ issuer }) => ({ issuer: { ...issuer, subject: OTHER_NAME } }), /mallory.*\(profile\/issuer,/],
  [
    'the key of its issuer',
    ({ issuer }) => ({ issuer: { ...issuer, keyIdentifier: new Uint8Array(20) } }),
    /\(profile\/authority-key-identifier/,
  ],
  ['its beginning', profile({ backdateSeconds: 0 }), /begins at 2030-01-01T12:00:00Z \(profile\/validity/],
  [
    'its end',
    profile({ lifetime: { kind: 'relative', seconds: 86_400 } }),
    /by the certificate profile it ends by 2030-01-02T11:49:59Z \(profile\/validity/,
  ],
  ['a fixed end', profile({ lifetime: { kind: 'until', notAfter: NOW + 1 } }), /ends by 2030-01-01T12:00:01Z/],
  [
    'the end of its CA',
    ({ issuer }) => ({ issuer: { ...issuer, certificate: { notBefore: 0, notAfter: NOW, extensions: [] } } }),
    /after its CA at 2030-01-01T12:00:00Z/,
  ],
  [
    'the beginning of its CA',
    ({ issuer }) => ({ issuer: { ...issuer, certificate: { notBefore: NOW, notAfter: 2 * NOW, extensions: [] } } }),
    /before its CA at 2030-01-01T12:00:00Z/,
  ],
  [
    'the day of the week of its end',
    profile({ expirationRestriction: { weekdays: new Set([4]), move: 'before' } }),
    /ends at 2032-01-01T11:49:59Z, a day of the week on which/,
  ],
  ['its subject', () => ({ subject: OTHER_NAME }), /mallory.*\(profile\/subject,/],
  ['its key', () => ({ publicKey: newKey('P-256') }), /the public key is not the one that was checked/],
  ['the kind of its key', profile({ keyAlgorithms: new Set(['RSA']) }), /one of RSA \(profile\/public-key/],
  ['the curve of its key', profile({ curves: new Set(['P-384']) }), /another curve than P-384/],
  [
    'a missing extension',
    ({ profile: { constantExtensions, ...rest } }) => ({
      profile: { ...rest, constantExtensions: [...constantExtensions, { ...unknown(), setting: 'unknown' }] },
    }),
    /there is no extension 1\.2\.3\.4\.5; .*\(profile\/extensions/,
  ],
  ['an extension too many', profile({ keyUsage: undefined }), /there is an extension 2\.5\.29\.15; .*there is none/],
  [
    'the criticality of an extension',
    profile({ keyUsage: { critical: false, usages: ['digitalSignature', 'nonRepudiation'] } }),
    /the extension 2\.5\.29\.15 is critical; by its settings it is not critical/,
  ],
  ['alternative names that it lacks', () => ({ alternativeNames: [] }), /an extension 2\.5\.29\.17; .*there is none/],
  [
    'a subject that it lacks',
    () => ({ subject: DistinguishedName.parse('') }),
    /the extension 2\.5\.29\.17 is not critical; by its settings it is critical/,
  ],
  ['a second signature', () => ({ hasAlternativeSignature: true }), /there is no extension 2\.5\.29\.73/],
  [
    'that it is not a CA',
    profile({ type: 'SUB_CA' }),
    /it is not a CA; the certificate profile is of SUB_CA \(profile\/basic-constraints/,
  ],
  [
    'its key usage',
    profile({ keyUsage: { critical: true, usages: ['digitalSignature'] } }),
    /the key usage is digitalSignature, nonRepudiation; .*at most digitalSignature \(profile\/key-usage/,
  ],
  [
    'its purposes',
    ({ profile: { extendedKeyUsage, ...rest } }) => ({
      profile: { ...rest, extendedKeyUsage: { critical: false, purposes: extendedKeyUsage!.purposes.slice(1) } },
    }),
    /\(profile\/extended-key-usage/,
  ],
  [
    'its alternative names',
    () => ({ alternativeNames: parseGeneralNames('dNSName=b.example') }),
    /dNSName a\.example, rfc822Name a@a\.example, iPAddress 0a000001; those that were checked are dNSName b\.example/,
  ],
  [
    'the alternative names of its CA',
    ({ issuer }) => ({ issuer: { ...issuer, certificate: { ...issuer.certificate!, extensions: [OTHER_CA_NAMES] } } }),
    /not those of the CA's certificate \(profile\/issuer-alternative-names/,
  ],
  [
    'the lack of the alternative names of its CA',
    profile({ issuerAltName: false }),
    /an extension 2\.5\.29\.18; by the certificate profile there is none/,
  ],
  [
    'where its CRL is',
    profile({
      crlDistributionPoints: { critical: false, source: { from: 'profile', uris: ['http://b.example/crl'] } },
    }),
    /base\.crl; by their settings http:\/\/b\.example\/crl \(profile\/crl-distribution-points/,
  ],
  [
    'where its OCSP responder is',
    ({ settings }) => ({ settings: { ...settings, ocspUris: ['http://b.example/ocsp'] } }),
    /\(profile\/authority-info-access/,
  ],
  [
    'its policies',
    ({ profile: { constantExtensions, ...rest } }) => ({
      profile: {
        ...rest,
        constantExtensions: constantExtensions.map((each) => ({ ...each, value: new Uint8Array(2) })),
      },
    }),
    /the extension 2\.5\.29\.32 has another value than its settings say \(profile\/constant-extensions/,
  ],
  [
    'an extension of its own',
    () => ({ ownExtensions: [makeExtension(keyUsage, new Set(['cRLSign'] as const), true)] }),
    /the extension 2\.5\.29\.15 has another value/,
  ],
];

/** Extensions that a request brings, about matters that profiles know. */
const ADDRESS = { type: 'uniformResourceIdentifier', value: 'http://elsewhere.example/' } as const;
const POINT = { distributionPoint: { type: 'fullName', names: [ADDRESS] } } as const;
const BROUGHT: readonly Extension[] = [
  makeExtension(keyUsage, new Set(['digitalSignature'] as const), true),
  makeExtension(crlDistributionPoints, [POINT], false),
  makeExtension(freshestCrl, [POINT], false),
  makeExtension(authorityInfoAccess, [{ accessMethod: ACCESS_METHODS.ocsp, accessLocation: ADDRESS }], false),
];

function unknown(): Extension {
  return { oid: '1.2.3.4.5' as Extension['oid'], critical: false, value: Uint8Array.of(5, 0) };
}

describe('a certificate that says something else than its documents of', () => {
  for (const [what, change, message] of LIES) {
    it(`${what} is not signed`, async () => {
      const found = await objections(change);
      assert.ok(
        found.some((text) => message.test(text)),
        `${message} is not in: ${found.join(' | ')}`,
      );
    });
  }

  it('the size of its RSA key is not signed', async () => {
    const rsa = { ...NAMES, publicKey: newKey('RSA-2048') };
    const [found] = await objections(profile({ keyBits: new Set([3072]) }), RICH, rsa);
    assert.match(found!, /the key has 2048 bits; by the certificate profile it has 3072 \(profile\/public-key/);
  });

  it('the path below a CA is not signed', async () => {
    const ca = { type: 'SUB_CA', keyUsage: ['keyCertSign'], pathLengthConstraintUsed: true, pathLengthConstraint: 1 };
    const change = profile({ basicConstraints: { critical: true, pathLength: 0 } });
    const [found] = await objections(change, ca, {});
    assert.match(found!, /the path length is 1; by the certificate profile 0 \(profile\/basic-constraints/);
  });
});

describe('an agreement with documents', () => {
  it('is kept of no certificate that disagrees', async () => {
    const made = await toBeSigned(RICH);
    const lie = {
      profile: { ...made.expected.profile, allowKeyUsageOverride: false, keyUsage: { critical: true, usages: [] } },
    };
    for (let time = 0; time < 2; time++) assert.match(String(await objectionsTo(made, lie)), /profile\/key-usage/);
  });

  it('does not cover octets in which another certificate differs', async () => {
    const made = await toBeSigned({ ...RICH, customExtensions: [{ oid: '1.2.3.4.5', value: '0c036f6e65' }] });
    assert.deepEqual(await objectionsTo(made), []);
    const bytes = Uint8Array.from(made.bytes) as typeof made.bytes;
    bytes[Buffer.from(bytes).indexOf('0c036f6e65', 'hex') + 2]! ^= 1;
    assert.match(String(await objectionsTo({ ...made, bytes })), /1\.2\.3\.4\.5 has another value/);
  });

  it('does not cover another partition of CRLs', async () => {
    const made = await toBeSigned(RICH);
    const { settings } = made.expected;
    const distributionPoints = ['http://ca.example/base*.crl'];
    const partitioned = { settings: { ...settings, crl: { ...settings.crl, distributionPoints } } };
    assert.deepEqual(await objectionsTo(made, partitioned), []);
    assert.match(String(await objectionsTo(made, { ...partitioned, crlPartition: 5 })), /crl-distribution-points/);
  });

  it('with extensions of a CA or an end entity does not cover a certificate without them', async () => {
    const made = await toBeSigned(RICH);
    const lie = profile({ keyUsage: { critical: true, usages: ['digitalSignature'] } })(made.expected);
    const ownExtensions = [makeExtension(keyUsage, new Set(['digitalSignature', 'nonRepudiation'] as const), true)];
    assert.deepEqual(await objectionsTo(made, { ...lie, ownExtensions }), []);
    assert.match(String(await objectionsTo(made, lie)), /profile\/key-usage/);
  });
});

describe('a certificate', () => {
  it('that says what its documents say is signed', async () => {
    assert.deepEqual(await objections(() => ({})), []);
  });

  it('may have of its request what its profile lets a request bring', async () => {
    const usage = makeExtension(keyUsage, new Set(['keyEncipherment'] as const), false);
    const order = { publicKey: newKey('RSA-2048'), requestedExtensions: [unknown(), usage] };
    const override = { keyUsage: ['digitalSignature'], allowExtensionOverride: true };
    const { certificate } = await issuing.issue(override, order);
    assert.deepEqual([...certificate.extension(keyUsage)!], ['digitalSignature']);
    const all = { ...override, overridableExtensionOids: ['2.5.29.15', '1.2.3.4.5'] };
    const { certificate: replaced } = await issuing.issue(all, order);
    assert.deepEqual([...replaced.extension(keyUsage)!], ['keyEncipherment']);
    assert.ok(replaced.extensions.some(({ oid }) => oid === '1.2.3.4.5'));
  });

  for (const extension of BROUGHT)
    it(`may have ${extension.oid} of its request where its documents have none and leave it open`, async () => {
      const { certificate } = await issuing.issue(
        { allowExtensionOverride: true },
        { requestedExtensions: [extension] },
      );
      assert.deepEqual(certificate.extensions.find(({ oid }) => oid === extension.oid)?.value, extension.value);
    });

  it('may have the key usage of its request where its profile has none and lets requests say it', async () => {
    const usage = makeExtension(keyUsage, new Set(['digitalSignature'] as const), true);
    const { certificate } = await issuing.issue({ allowKeyUsageOverride: true }, { requestedExtensions: [usage] });
    assert.deepEqual([...certificate.extension(keyUsage)!], ['digitalSignature']);
  });

  it('has no exception of its documents', async () => {
    await assert.rejects(issuing.profileOf({ lintExceptions: ['profile/extensions'] }), {
      code: 'document.invalid_settings',
    });
  });
});
