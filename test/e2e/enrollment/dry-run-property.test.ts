/** A dry run shows the octets that the enrollment after it signs, whatever is asked for and whatever the profile says. */
import {
  asDer,
  assembleCertificate,
  assembleCertificationRequest,
  Certificate,
  DistinguishedName,
  encodeCertificationRequestInfo,
  encodeTbsCertificate,
  type Extension,
  extendedKeyUsage,
  formatPem,
  KEY_PURPOSES,
  keyUsage,
  makeExtension,
  oid,
  parseGeneralNames,
  privateKeyUsagePeriod,
  serialNumberFromHex,
  signatureAlgorithmByName,
  subjectAltName,
} from '@sealwright/pki';
import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { AppError } from '../../../packages/server/src/kernel/errors.ts';
import type { EnrollmentWithRequest } from '../../../packages/server/src/modules/ra/index.ts';
import { createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa, HOST } from '../support/ca-setup.ts';

const PROFILES = 25;
const REQUESTS_EACH = 40;
const SEED = 20_261_123;
const DAY = 86_400;

const KEYS = [
  { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), algorithm: 'SHA256withECDSA', hash: 'sha256' },
  { ...generateKeyPairSync('ec', { namedCurve: 'P-384' }), algorithm: 'SHA384withECDSA', hash: 'sha384' },
  { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), algorithm: 'SHA256withRSA', hash: 'sha256' },
  { ...generateKeyPairSync('ed25519'), algorithm: 'Ed25519', hash: undefined },
] as const;

const someOf = <T>(values: readonly T[], minLength = 0) => fc.subarray([...values], { minLength });

/** Settings of a certificate profile that change what is in a certificate. */
const profiles = fc.record({
  validity: fc.constantFrom('1h', '90d', '2y', '80y', '2030-01-01T00:00:00Z'),
  validityOffsetUsed: fc.boolean(),
  validityOffset: fc.constantFrom('0s', '-1h', '1d'),
  allowValidityOverride: fc.boolean(),
  expirationRestrictionForWeekdaysUsed: fc.boolean(),
  expirationRestrictionWeekdays: someOf(['SUNDAY', 'MONDAY', 'FRIDAY']),
  allowExtensionOverride: fc.boolean(),
  overridableExtensionOids: fc.constantFrom([], ['1.2.3.4'], ['1.2.3.4', '2.5.29.37']),
  allowKeyUsageOverride: fc.boolean(),
  basicConstraintsUsed: fc.boolean(),
  basicConstraintsCritical: fc.boolean(),
  subjectKeyIdentifierUsed: fc.boolean(),
  keyUsageUsed: fc.boolean(),
  keyUsageCritical: fc.boolean(),
  keyUsage: someOf(['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'keyAgreement'], 1),
  extendedKeyUsageUsed: fc.boolean(),
  extendedKeyUsage: someOf(['serverAuth', 'clientAuth', 'emailProtection'], 1),
  subjectAlternativeNameUsed: fc.boolean(),
  subjectAlternativeNameCritical: fc.boolean(),
  crlDistributionPointUsed: fc.boolean(),
  crlUseCaDefinedSettings: fc.boolean(),
  crlDistributionPointUri: fc.constantFrom('', 'http://crl.example.com/a.crl;http://crl.example.com/b.crl'),
  authorityInformationAccessUsed: fc.boolean(),
  ocspServiceLocatorUrl: fc.constantFrom('', 'http://ocsp.example.com'),
  ocspIssuerUrlIsCaDefined: fc.boolean(),
  certificatePoliciesUsed: fc.boolean(),
  certificatePolicies: fc.constant([{ policyId: '1.2.3.4.5' }]),
  ocspNoCheck: fc.boolean(),
  qcStatementUsed: fc.boolean(),
  qcEtsiComplianceUsed: fc.constant(true),
  privateKeyUsagePeriodNotAfterUsed: fc.boolean(),
  privateKeyUsagePeriodLength: fc.constantFrom('30d', '5y'),
  signatureAlgorithm: fc.constantFrom(null, 'SHA256withECDSA', 'SHA384withECDSA'),
});

const labels = fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/);
const texts = fc.stringMatching(/^[A-Za-z][A-Za-zäöü 0-9,+]{0,20}[a-z]$/);

const requests = fc.record({
  key: fc.nat(KEYS.length - 1),
  commonName: texts,
  organization: fc.option(texts, { nil: undefined }),
  dnsNames: fc.array(labels, { maxLength: 3 }),
  subjectDn: fc.option(texts, { nil: undefined }),
  purposes: fc.option(someOf([KEY_PURPOSES.codeSigning, KEY_PURPOSES.timeStamping], 1), { nil: undefined }),
  usages: fc.option(someOf(['digitalSignature', 'keyAgreement'] as const, 1), { nil: undefined }),
  own: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }),
  beginsInDays: fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
  endsInDays: fc.option(fc.integer({ min: -1, max: 4000 }), { nil: undefined }),
});

type Asked = typeof requests extends fc.Arbitrary<infer T> ? T : never;

describe('a dry run and the enrollment that follows', () => {
  const shared = sharedServer();

  it(`have the same octets but for serial number and dates, ${PROFILES * REQUESTS_EACH} times`, async () => {
    const { server } = shared;
    await createCa(server, 'Varied', {
      enforceUniquePublicKeys: false,
      enforceUniqueDistinguishedName: false,
      crlDistributionPoints: ['http://crl.example.com/ca.crl'],
      caIssuerUris: ['http://crl.example.com/ca.cer'],
    });
    const counts = { issued: 0, refused: 0, told: 0 };
    const sampled = fc.sample(profiles, { numRuns: PROFILES, seed: SEED });
    for (const [index, settings] of sampled.entries()) await createProfiles(server, `Varied ${index}`, settings);
    // Side by side, so that their commits are grouped.
    await Promise.all(
      sampled.map((_, index) => {
        const property = fc.asyncProperty(requests, async (request) => {
          const enrollment = enrollmentOf(request, { profile: `Varied ${index}`, username: `user${index}` });
          counts[await compare(enrollment)]++;
        });
        return fc.assert(property, { numRuns: REQUESTS_EACH, seed: SEED + index, endOnFailure: true });
      }),
    );
    assert.equal(counts.issued + counts.refused + counts.told, PROFILES * REQUESTS_EACH);
    assert.ok(counts.issued > 400 && counts.refused > 10 && counts.told > 10, JSON.stringify(counts));
  });

  /** Enrolls, and compares what comes of it with what the dry run has told. */
  async function compare(enrollment: EnrollmentWithRequest): Promise<'issued' | 'refused' | 'told'> {
    const { enrollWithRequest } = shared.server.running.installation.ra;
    const [dryRun, real] = [
      await outcomeOf(enrollWithRequest.dryRun(HOST, enrollment)),
      await outcomeOf(enrollWithRequest.enroll(HOST, enrollment)),
    ];
    if (dryRun instanceof AppError) {
      assert.ok(real instanceof AppError);
      assert.deepEqual([dryRun.code, timeless(dryRun.message)], [real.code, timeless(real.message)]);
      return 'refused';
    }
    assert.equal(dryRun.outcome, 'dry-run');
    if (real instanceof AppError) {
      assert.deepEqual([dryRun.refusals[0]?.code, dryRun.refusals[0]?.message], [real.code, real.message]);
      return 'told';
    }
    assert.equal(real.outcome, 'issued');
    assert.deepEqual(dryRun.refusals, []);
    const issued = Certificate.parse(real.certificate.der);
    // With a signature that is not its own it can be read.
    const { signatureAlgorithm, signature } = issued;
    const shown = Certificate.parse(assembleCertificate(asDer(dryRun.tbs), signatureAlgorithm, signature));
    assert.deepEqual(comparable(shown), comparable(issued));
    for (const end of ['notBefore', 'notAfter'] as const)
      assert.ok(Math.abs(shown[end] - issued[end]) <= 10, `${end}: ${shown[end]} and ${issued[end]}`);
    return 'issued';
  }
});

/** Leaves out the moments, which are some seconds apart. */
function timeless(message: string): string {
  return message.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'then');
}

async function outcomeOf<T>(act: Promise<T>): Promise<T | AppError> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function enrollmentOf(
  asked: Asked,
  { profile, username }: { readonly profile: string; readonly username: string },
): EnrollmentWithRequest {
  const { beginsInDays, endsInDays, subjectDn } = asked;
  // Whole days from a fixed moment: the second of the enrollment must not matter.
  const dayOf = (days: number | undefined) =>
    days === undefined ? undefined : (Math.floor(Date.now() / 1000 / DAY) + days) * DAY;
  return {
    certificateRequest: requestOf(asked),
    certificateProfileName: profile,
    endEntityProfileName: profile,
    certificateAuthorityName: 'Varied',
    username,
    password: undefined,
    email: undefined,
    accountBindingId: undefined,
    notBefore: dayOf(beginsInDays),
    notAfter: dayOf(endsInDays),
    subjectDn: subjectDn === undefined ? undefined : nameOf(subjectDn).toString(),
    extensionData: [],
    customData: [],
  };
}

function requestOf({ key, commonName, organization, dnsNames, purposes, usages, own }: Asked): string {
  const { publicKey, privateKey, algorithm, hash } = KEYS[key]!;
  const extensions: Extension[] = [
    ...(dnsNames.length === 0 ? [] : [makeExtension(subjectAltName, namesOf(dnsNames), false)]),
    ...(purposes === undefined ? [] : [makeExtension(extendedKeyUsage, purposes, false)]),
    ...(usages === undefined ? [] : [makeExtension(keyUsage, new Set(usages), true)]),
    ...(own === undefined ? [] : [{ oid: oid('1.2.3.4'), critical: false, value: own }]),
  ];
  const info = encodeCertificationRequestInfo({
    subject: nameOf(commonName, organization).der,
    publicKey: asDer<'SubjectPublicKeyInfo'>(publicKey.export({ format: 'der', type: 'spki' })),
    extensions,
  });
  const signature = sign(hash, info, privateKey);
  const request = assembleCertificationRequest(info, signatureAlgorithmByName(algorithm), signature);
  return formatPem('CERTIFICATE REQUEST', request);
}

function nameOf(commonName: string, organization?: string): DistinguishedName {
  const escaped = (text: string) => text.replaceAll(/[,+]/g, String.raw`\$&`);
  return DistinguishedName.parse(
    `CN=${escaped(commonName)}${organization === undefined ? '' : `,O=${escaped(organization)}`}`,
  );
}

function namesOf(dnsNames: readonly string[]) {
  return parseGeneralNames([...new Set(dnsNames)].map((name) => `dNSName=${name}.example.com`).join(', '));
}

/** The octets that are to be signed, with the same serial number and the same beginning for all. */
function comparable(certificate: Certificate): string {
  const { notBefore, extensions } = certificate;
  const shifted = extensions.map((extension) => {
    if (extension.oid !== privateKeyUsagePeriod.oid) return extension;
    const period = privateKeyUsagePeriod.decode(extension.value);
    return makeExtension(privateKeyUsagePeriod, { notAfter: period.notAfter! - notBefore }, extension.critical);
  });
  return encodeTbsCertificate({
    serialNumber: serialNumberFromHex('01'),
    signatureAlgorithm: certificate.signatureAlgorithm,
    issuer: certificate.issuer.der,
    notBefore: 0,
    notAfter: 0,
    subject: certificate.subject.der,
    publicKey: certificate.publicKeyDer,
    extensions: shifted,
  }).toHex();
}
