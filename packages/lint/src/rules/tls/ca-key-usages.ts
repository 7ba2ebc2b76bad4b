import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caKeyUsages = certificateRule({
  name: 'tls/ca-key-usages',
  clause: 'Baseline Requirements 7.1.2.10.7',
  from: '2023-09-15',
  appliesTo: ({ isCa }) => isCa,
  check(certificate) {
    const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => !ALLOWED.includes(usage));
    return wrong.length > 0 ? `keyUsage of a CA has ${wrong.join(', ')}` : undefined;
  },
});

const ALLOWED: readonly KeyUsageName[] = ['keyCertSign', 'cRLSign', 'digitalSignature'];
