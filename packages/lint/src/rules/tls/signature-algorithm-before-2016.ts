import { certificateRule } from '../certificate-rule.ts';

export const signatureAlgorithmBefore2016 = certificateRule({
  name: 'tls/signature-algorithm-before-2016',
  clause: 'Baseline Requirements 1.2.0, Appendix A',
  until: '2016-01-01',
  check: ({ algorithm: { oid } }) =>
    ALGORITHMS.test(oid) ? undefined : `the signature algorithm ${oid} is not one of those that were allowed`,
});

/** RSASSA-PKCS1-v1_5, RSASSA-PSS, DSA and ECDSA, with SHA-1, SHA-256, SHA-384 and SHA-512. */
const ALGORITHMS =
  /^(?:1\.2\.840\.113549\.1\.1\.(?:5|1[0-3])|1\.3\.14\.3\.2\.29|1\.2\.840\.10040\.4\.3|2\.16\.840\.1\.101\.3\.4\.3\.[2-4]|1\.2\.840\.10045\.4\.(?:1|3\.[2-4]))$/;
