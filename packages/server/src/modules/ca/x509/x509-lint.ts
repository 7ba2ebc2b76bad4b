import { type CertificateUnderLint, lintToBeSignedCertificate } from '@sealwright/lint';
import type { Lint } from '../issuance/index.ts';
import { witness } from '../witness/index.ts';

/** Lint of certificates against their profile, RFC 5280 and the baseline requirements of the profile. Rules in its exceptions only warn. */
export const x509Lint: Lint = {
  name: 'x509',
  check(toBeSigned) {
    if (toBeSigned.kind !== 'certificate') return [];
    const { bytes, expected } = toBeSigned;
    const { baselineRequirements, lintExceptions } = expected.profile;
    const requirements = baselineRequirements === 'NONE' ? [] : [baselineRequirements];
    const further = (certificate: CertificateUnderLint) => witness(certificate, expected);
    return lintToBeSignedCertificate(bytes, { requirements, further }).map(({ level, rule, clause, message }) => ({
      severity: level === 'error' && !lintExceptions.has(rule) ? 'refuse' : 'warn',
      rule,
      clause,
      message,
    }));
  },
};
