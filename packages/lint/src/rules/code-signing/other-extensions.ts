/** Rules on keyUsage, certificatePolicies and the other extensions. */
import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { isRoot, isSubordinateCa, signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';
import { checkAbsent, checkNotCritical, checkPresent } from '../checks/extensions.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';
import { pathLengthOfRoot } from '../checks/path-length.ts';

export const OTHER_EXTENSION_RULES: readonly CertificateRule[] = [
  certificateRule({
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
  }),
  certificateRule({
    name: 'code-signing/key-usage-of-ca',
    clause: 'Code Signing Baseline Requirements 7.1.2.2.e',
    from: '2019-08-13',
    appliesTo: ({ isCa }) => isCa,
    check: checkKeyUsageOfCa,
  }),
  certificateRule({
    name: 'code-signing/key-usage-others',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.e',
    level: 'warning',
    from: '2019-08-13',
    appliesTo: isCodeSigningSubscriber,
    check(certificate) {
      const others = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => usage !== 'digitalSignature');
      return others.length > 0 ? `keyUsage has ${others.join(', ')}; digitalSignature alone is recommended` : undefined;
    },
  }),
  certificateRule({
    name: 'code-signing/ocsp-responder-no-check',
    clause: 'Code Signing Baseline Requirements 4.9.9',
    from: '2019-08-13',
    appliesTo: signsOcspResponses,
    check: checkNoCheck,
  }),
  certificateRule({
    name: 'code-signing/policies-not-critical',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.a',
    level: 'warning',
    from: '2019-08-13',
    check: checkNotCritical(certificatePolicies),
  }),
  certificateRule({
    name: 'code-signing/policies-present',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.a',
    from: '2019-08-13',
    appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
    check: checkPresent(certificatePolicies),
  }),
  certificateRule({
    name: 'code-signing/root-certificate-policies',
    clause: 'Code Signing Baseline Requirements 7.1.2.1.c',
    level: 'warning',
    from: '2019-08-13',
    appliesTo: isRoot,
    check: checkAbsent(certificatePolicies, 'a root has certificatePolicies'),
  }),
  certificateRule({
    name: 'code-signing/root-path-length',
    clause: 'Code Signing Baseline Requirements 7.1.2.1.a',
    level: 'warning',
    from: '2019-08-13',
    appliesTo: isRoot,
    check: pathLengthOfRoot,
  }),
];
