import { hasPolicy, isOcspResponder, isSubscriber, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const reservedPolicy = certificateRule({
  name: 'tls/reserved-policy',
  clause: 'Baseline Requirements 7.1.2.7.9',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
  check(certificate) {
    const reserved = Object.values(TlsPolicy).filter((policy) => hasPolicy(certificate, policy));
    return reserved.length === 1
      ? undefined
      : `certificatePolicies has ${reserved.length} policies of the CA/Browser Forum; one is required`;
  },
});
