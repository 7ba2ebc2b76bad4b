import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderKeyUsage = certificateRule({
  name: 'tls/ocsp-responder-key-usage',
  clause: 'Baseline Requirements 7.1.2.8.7',
  from: '2023-09-15',
  appliesTo: isOcspResponder,
  check(certificate) {
    if (!certificate.extensions.has(keyUsage)) return 'an OCSP responder has no keyUsage';
    const usages = certificate.value(keyUsage)?.usages;
    if (usages === undefined) return undefined;
    if (!usages.has('digitalSignature')) return 'keyUsage of an OCSP responder has no digitalSignature';
    const wrong = [...usages].filter((usage) => usage !== 'digitalSignature');
    return wrong.length > 0 ? `keyUsage of an OCSP responder has ${wrong.join(', ')}` : undefined;
  },
});
