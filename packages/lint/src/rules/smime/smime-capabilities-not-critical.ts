import { certificateRule } from '../certificate-rule.ts';

export const smimeCapabilitiesNotCritical = certificateRule({
  name: 'smime/smime-capabilities-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.i',
  from: '2023-09-01',
  check: (certificate) =>
    certificate.extension({ oid: '1.2.840.113549.1.9.15' })?.critical === true
      ? 'smimeCapabilities is critical'
      : undefined,
});
