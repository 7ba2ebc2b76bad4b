/** A pair of profiles whose certificates have fifteen extensions: ten of the profile, and five that a request brings. */
import { makeExtension, oid, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import process from 'node:process';
import { administer } from './administer.ts';
import { enrollmentPosts, prepareEnrollments, type PreparedEnrollment } from './enrollment-requests.ts';
import { sendAll, type Target } from './http-load.ts';
import type { MeasuredProcess } from './measured-process.ts';

/** The extensions that a request brings. */
export const REQUESTED_EXTENSIONS = [
  makeExtension(subjectAltName, [{ type: 'dNSName', value: 'www.example.com' }], false),
  { oid: oid('1.3.6.1.5.5.7.1.24'), critical: false, value: Buffer.from('3003020105', 'hex') },
  { oid: oid('1.2.840.113549.1.9.15'), critical: false, value: Buffer.from('300d300b0609608648016503040102', 'hex') },
  { oid: oid('1.3.6.1.4.1.32473.1'), critical: false, value: Buffer.from('0c036f6e65', 'hex') },
  { oid: oid('1.3.6.1.4.1.32473.2'), critical: false, value: Buffer.from('0c0374776f', 'hex') },
];

const NAME = 'Fifteen extensions';

/** As enrollments name both profiles. */
export const FIFTEEN_EXTENSIONS = { certificate: NAME, endEntity: NAME };

export async function createFifteenExtensions(target: Target): Promise<void> {
  const path = (type: string) => `/documents/${type}/${encodeURIComponent(NAME)}`;
  await administer(target, 'POST', path('CERTPROFILE'), { settings: CERTIFICATE_SETTINGS });
  await administer(target, 'POST', path('EEPROFILE'), { settings: END_ENTITY_SETTINGS });
}

/** Makes enrollments that ask for these extensions: some to warm up with, and `count` for each round. */
export async function prepareRounds({
  warmUp,
  rounds,
  count,
}: {
  readonly warmUp: number;
  readonly rounds: number;
  readonly count: number;
}): Promise<{ readonly warmUp: PreparedEnrollment[]; readonly measured: PreparedEnrollment[][] }> {
  process.stderr.write('making keys and requests ...\n');
  const prepare = (many: number, batch: string) => prepareEnrollments('P-256', many, batch, REQUESTED_EXTENSIONS);
  const first = await prepare(warmUp, 'warm-up');
  const measured: PreparedEnrollment[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await prepare(count, `round-${round}`));
  return { warmUp: first, measured };
}

/** Enrolls under these profiles. Returns the processor time of one enrollment, all threads of the server included. */
export async function microsecondsOfEach(
  server: MeasuredProcess,
  enrollments: readonly PreparedEnrollment[],
  connections: number,
): Promise<number> {
  const { target } = server;
  const posts = enrollmentPosts(target, enrollments, FIFTEEN_EXTENSIONS);
  const before = await server.observe();
  const load = await sendAll(target, posts, connections);
  const after = await server.observe();
  assert.equal(load.failed, 0, load.firstFailure ?? '');
  return ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6;
}

const CERTIFICATE_SETTINGS = {
  allowExtensionOverride: true,
  overridableExtensionOids: REQUESTED_EXTENSIONS.map((extension) => extension.oid),
  keyUsage: ['digitalSignature'],
  extendedKeyUsageUsed: true,
  extendedKeyUsage: ['serverAuth', 'clientAuth'],
  certificatePoliciesUsed: true,
  certificatePolicies: [{ policyId: '1.3.6.1.4.1.32473.3' }],
  crlDistributionPointUsed: true,
  crlDistributionPointUri: 'http://pki.example.com/crls/ca.crl',
  authorityInformationAccessUsed: true,
  ocspServiceLocatorUrl: 'http://ocsp.example.com',
  ocspIssuerUrls: ['http://pki.example.com/certificates/ca.crt'],
  qcStatementUsed: true,
  qcEtsiComplianceUsed: true,
  privateKeyUsagePeriodNotBeforeUsed: true,
  privateKeyUsagePeriodNotAfterUsed: true,
};

const END_ENTITY_SETTINGS = {
  availableCas: ['Any CA'],
  availableCertificateProfiles: [NAME],
  defaultCertificateProfile: NAME,
  subjectDn: { CN: [{}], OU: [{}], O: [{}], C: [{}] },
  subjectAlternativeName: { DNSNAME: [{}] },
};
