import { lintToBeSignedCertificate } from '@sealwright/lint';
import type { Lint } from '../issuance/index.ts';

/** Lint of certificates against RFC 5280 and the requirements that their profile names. Its exceptions only warn. */
export const x509Lint: Lint = {
  name: 'x509',
  check(toBeSigned) {
    if (toBeSigned.kind !== 'certificate') return [];
    const { baselineRequirements, lintExceptions } = toBeSigned.profile;
    const requirements = baselineRequirements === 'NONE' ? [] : [baselineRequirements];
    return lintToBeSignedCertificate(toBeSigned.bytes, { requirements }).map(({ level, rule, clause, message }) => ({
      severity: level === 'error' && !lintExceptions.has(rule) ? 'refuse' : 'warn',
      message: `${message} (${rule}, ${clause})`,
    }));
  },
};
