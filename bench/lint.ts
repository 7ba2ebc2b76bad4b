/**
 * How much processor time the lint of a certificate takes, beside the whole enrollment that it is a part of: `node bench/lint.ts [options]`.
 *
 *   --count N       enrollments that are measured (3000)
 *   --rounds N      times that a certificate is linted and its floors are measured, after as many to warm up (20000)
 *   --database URL  PostgreSQL instead of the embedded database
 *
 * A server enrolls under a profile whose certificates have fifteen extensions, over TLS on kept-alive connections. The last certificate is then
 * linted in this process, again and again. Its floors are decoding its fields and extensions alone, and one ECDSA signature on P-256.
 */
import { Certificate, makeExtension, oid, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CertificateUnderLint } from '../packages/lint/src/certificate/certificate-under-lint.ts';
import { KNOWN_FORMS } from '../packages/lint/src/certificate/extensions/known-forms.ts';
import { lintToBeSignedCertificate } from '../packages/lint/src/index.ts';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { jsonRequest, sendAll, type Target } from './http-load.ts';
import { startProcess } from './measured-process.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '20000' },
    database: { type: 'string' },
  },
});
const count = Number(values.count);
const rounds = Number(values.rounds);

const PROFILE = 'Fifteen extensions';
const PROFILES = { certificate: PROFILE, endEntity: PROFILE };
const CONNECTIONS = 64;
const WARM_UP = 3000;

/** Those that a request brings, beside the ten of the profile. */
const REQUESTED = [
  makeExtension(subjectAltName, [{ type: 'dNSName', value: 'www.example.com' }], false),
  { oid: oid('1.3.6.1.5.5.7.1.24'), critical: false, value: Buffer.from('3003020105', 'hex') },
  { oid: oid('1.2.840.113549.1.9.15'), critical: false, value: Buffer.from('300d300b0609608648016503040102', 'hex') },
  { oid: oid('1.3.6.1.4.1.32473.1'), critical: false, value: Buffer.from('0c036f6e65', 'hex') },
  { oid: oid('1.3.6.1.4.1.32473.2'), critical: false, value: Buffer.from('0c0374776f', 'hex') },
];

const SETTINGS = {
  allowExtensionOverride: true,
  overridableExtensionOids: REQUESTED.map((extension) => extension.oid),
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
  availableCertificateProfiles: [PROFILE],
  defaultCertificateProfile: PROFILE,
  subjectDn: { CN: [{}], OU: [{}], O: [{}], C: [{}] },
  subjectAlternativeName: { DNSNAME: [{}] },
};

const home = mkdtempSync(path.join(tmpdir(), 'bench-lint-'));
try {
  const { certificate, cpuMicroseconds } = await enroll();
  const { tbs } = certificate;
  const lint = microseconds(() => lintToBeSignedCertificate(tbs));
  const decoding = microseconds(() => decode(tbs));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signature = microseconds(() => sign('sha256', tbs, privateKey));
  console.log(`enrollment  CPU ${cpuMicroseconds.toFixed(0)} us, its lint included`);
  console.log(
    `lint        ${lint.toFixed(1)} us, ${((lint / (cpuMicroseconds - lint)) * 100).toFixed(1)} % of the rest`,
  );
  console.log(`floors      decoding ${decoding.toFixed(1)} us, ECDSA signature ${signature.toFixed(1)} us`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The processor time of an enrollment, and a certificate of one. */
async function enroll(): Promise<{ readonly certificate: Certificate; readonly cpuMicroseconds: number }> {
  process.stderr.write('making keys and requests ...\n');
  const warmUp = await prepareEnrollments('P-256', WARM_UP, 'warm-up', REQUESTED);
  const measured = await prepareEnrollments('P-256', count, 'bench', REQUESTED);
  const server = await startProcess('server', home, values.database);
  try {
    const { target } = server;
    await createProfile(target, 'CERTPROFILE', SETTINGS);
    await createProfile(target, 'EEPROFILE', END_ENTITY_SETTINGS);
    await sendAll(target, enrollmentPosts(target, warmUp, PROFILES), CONNECTIONS);
    const before = await server.observe();
    const load = await sendAll(target, enrollmentPosts(target, measured, PROFILES), CONNECTIONS);
    const after = await server.observe();
    assert.equal(load.failed, 0, load.firstFailure ?? '');
    const certificate = await firstCertificate(target);
    assert.equal(certificate.extensions.length, 15);
    return { certificate, cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6 };
  } finally {
    await server.stop();
  }
}

async function createProfile(target: Target, type: string, settings: unknown): Promise<void> {
  const line = `POST /sealwright/v1/documents/${type}/${encodeURIComponent(PROFILE)}`;
  // Answers 201, which is no success to a load; enrollments fail without the profile.
  await sendAll(target, [jsonRequest(target, line, { settings })], 1);
}

async function firstCertificate({ host, port, ca, cert, key }: Target): Promise<Certificate> {
  const [first] = await prepareEnrollments('P-256', 1, 'shown', REQUESTED);
  const { username, certificateRequest } = first!;
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(
      {
        host,
        port,
        ca,
        cert,
        key,
        servername: 'localhost',
        method: 'POST',
        path: '/ejbca/ejbca-rest-api/v1/certificate/pkcs10enroll',
        headers: { 'content-type': 'application/json' },
      },
      (response) => void text(response).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(
      JSON.stringify({
        certificate_request: certificateRequest,
        certificate_authority_name: 'ManagementCA',
        certificate_profile_name: PROFILE,
        end_entity_profile_name: PROFILE,
        username,
        password: 'not-used-again',
        include_chain: false,
      }),
    );
  });
  return Certificate.parse(Uint8Array.fromBase64((JSON.parse(answer) as { certificate: string }).certificate));
}

/** Decodes the fields, and the values of the extensions that rules know. */
function decode(tbs: Uint8Array): void {
  const certificate = CertificateUnderLint.toBeSigned(tbs);
  for (const form of KNOWN_FORMS) certificate.value(form);
}

/** The processor time of one call, once it runs compiled. */
function microseconds(call: () => unknown): number {
  for (let round = 0; round < rounds; round++) call();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds;
}
