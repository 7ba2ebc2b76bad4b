import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageRule = certificateRule({
  name: 'code-signing/key-usage',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.e',
  from: '2019-08-13',
  appliesTo: isCodeSigningSubscriber,
  check(certificate) {
    const extension = certificate.extension(keyUsage);
    if (extension === undefined) return 'keyUsage is missing';
    if (!extension.critical) return 'keyUsage is not critical';
    const usages = certificate.value(keyUsage)?.usages;
    if (usages === undefined) return undefined;
    if (!usages.has('digitalSignature')) return 'keyUsage has no digitalSignature';
    const wrong = (['keyCertSign', 'cRLSign'] as const).filter((usage) => usages.has(usage));
    return wrong.length > 0 ? `keyUsage has ${wrong.join(', ')}` : undefined;
  },
});
