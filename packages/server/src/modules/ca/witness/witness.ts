import type { CertificateUnderLint, Finding } from '@sealwright/lint';
import type { ExpectedCertificate } from '../issuance/index.ts';
import { accessAddresses, crlAddresses } from './addresses.ts';
import { basicConstraints } from './basic-constraints.ts';
import type { WitnessCheck } from './check.ts';
import { constants } from './constants.ts';
import { extensions } from './extensions.ts';
import { issuerKey, publicKey } from './key.ts';
import { alternativeNames, issuerAlternativeNames, issuerName, subjectName } from './names.ts';
import { serialNumber } from './serial-number.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { keyUsage, purposes } from './usages.ts';
import { validity } from './validity.ts';

/**
 * Returns the differences between a certificate and its profile, its CA and its order.
 *
 * It reads the octets with the parser of lint, and shares no code with the encoder. So every finding is a defect of the encoder, or a document that
 * changed in between.
 */
export function witness(certificate: CertificateUnderLint, expected: ExpectedCertificate): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { name, check } of CHECKS) {
    const message = check(certificate, expected);
    if (message !== undefined) findings.push({ rule: name, clause: 'certificate profile', level: 'error', message });
  }
  return findings;
}

const CHECKS: readonly WitnessCheck[] = [
  serialNumber,
  signatureAlgorithm,
  issuerName,
  issuerKey,
  validity,
  subjectName,
  publicKey,
  extensions,
  basicConstraints,
  keyUsage,
  purposes,
  alternativeNames,
  issuerAlternativeNames,
  crlAddresses,
  accessAddresses,
  constants,
];
