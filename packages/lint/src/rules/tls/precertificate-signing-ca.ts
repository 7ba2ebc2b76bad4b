import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const precertificateSigningCa = certificateRule({
  name: 'tls/precertificate-signing-ca',
  clause: 'Baseline Requirements 7.1.2.4, 7.1.2.10.6',
  from: '2023-09-15',
  appliesTo: (certificate) =>
    certificate.isCa && certificate.value(extendedKeyUsage)?.includes(KeyPurpose.precertificateSigning) === true,
  check(certificate) {
    if ((certificate.notBefore.seconds ?? 0) >= ENDED)
      return 'a CA that signs precertificates is issued after 2026-03-14';
    return certificate.value(extendedKeyUsage)!.length > 1
      ? 'extKeyUsage of a CA that signs precertificates has other purposes as well'
      : undefined;
  },
});

const ENDED = Date.UTC(2026, 2, 15) / 1000;
