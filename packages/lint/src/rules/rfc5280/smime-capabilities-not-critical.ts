import { certificateRule } from '../certificate-rule.ts';

export const smimeCapabilitiesNotCritical = certificateRule({
  name: 'rfc5280/smime-capabilities-not-critical',
  clause: 'RFC 4262 §2',
  from: '2006-01-01',
  check: (certificate) =>
    certificate.extension(SMIME_CAPABILITIES)?.critical === true ? 'smimeCapabilities is critical' : undefined,
});

const SMIME_CAPABILITIES = { oid: '1.2.840.113549.1.9.15' };
