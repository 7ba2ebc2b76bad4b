/** A pair of profiles whose certificates have fifteen extensions: ten of the profile, and five that a request brings. */
import { makeExtension, oid, subjectAltName } from '@sealwright/pki';
import { administer } from './administer.ts';
import type { Target } from './http-load.ts';

/** Those that a request brings. */
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
