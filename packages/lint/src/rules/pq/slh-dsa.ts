/** Rules on SLH-DSA. */
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeySize, checkParameters, checkSignatureSize, checkSigningUsages } from '../checks/post-quantum.ts';

export const SLH_DSA_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'pq/slh-dsa-key-size',
    clause: 'RFC 9909 §5',
    from: '2025-12-01',
    check: (certificate) => checkKeySize(certificate, 'SLH-DSA'),
  }),
  certificateRule({
    name: 'pq/slh-dsa-key-usage',
    clause: 'RFC 9909 §6',
    from: '2025-12-01',
    check: (certificate) => checkSigningUsages(certificate, 'SLH-DSA'),
  }),
  certificateRule({
    name: 'pq/slh-dsa-parameters',
    clause: 'RFC 9909 §3',
    from: '2025-12-01',
    check: (certificate) => checkParameters(certificate, 'SLH-DSA'),
  }),
  certificateRule({
    name: 'pq/slh-dsa-signature-size',
    clause: 'RFC 9909 §4',
    from: '2025-12-01',
    check: (certificate) => checkSignatureSize(certificate, 'SLH-DSA'),
  }),
];
