import { type CertificateUnderLint, lintToBeSignedCertificate } from '@sealwright/lint';
import type { ExpectedCertificate, Lint } from '../issuance/index.ts';
import { witness } from '../witness/index.ts';
import { allowedUsages } from './key-usages.ts';

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
      message: rule === KEY_USAGE_BITS ? `${message}${unfittingKey(expected)}` : message,
    }));
  },
};

/** Says which key usages would be right, where the profile has only such as the key cannot have. */
function unfittingKey({ profile, publicKey }: ExpectedCertificate): string {
  const { usages = [] } = profile.keyUsage ?? {};
  const allowed = allowedUsages(publicKey.algorithm);
  if (usages.length === 0 || usages.some((usage) => allowed.includes(usage))) return '';
  return `: the certificate profile has ${usages.join(', ')}, and a key of ${publicKey.algorithm.name} can have ${allowed.join(', ')}`;
}

const KEY_USAGE_BITS = 'rfc5280/key-usage-bits';
