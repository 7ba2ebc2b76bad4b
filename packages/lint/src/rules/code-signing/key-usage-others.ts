import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageOthers = certificateRule({
  name: 'code-signing/key-usage-others',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.e',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isCodeSigningSubscriber,
  check(certificate) {
    const others = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => usage !== 'digitalSignature');
    return others.length > 0 ? `keyUsage has ${others.join(', ')}; digitalSignature alone is recommended` : undefined;
  },
});
