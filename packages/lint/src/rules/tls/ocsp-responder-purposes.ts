import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderPurposes = certificateRule({
  name: 'tls/ocsp-responder-purposes',
  clause: 'Baseline Requirements 7.1.2.8.6',
  from: '2023-09-15',
  appliesTo: isOcspResponder,
  check(certificate) {
    const others = (certificate.value(extendedKeyUsage) ?? []).filter((purpose) => purpose !== KeyPurpose.ocspSigning);
    return others.length > 0 ? `extKeyUsage of an OCSP responder has ${others.join(', ')}` : undefined;
  },
});
