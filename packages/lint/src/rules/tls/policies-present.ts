import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesPresent = certificateRule({
  name: 'tls/policies-present',
  clause: 'Baseline Requirements 7.1.2.7.9',
  from: '2012-07-01',
  appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
  check: (certificate) =>
    (certificate.value(certificatePolicies)?.length ?? 0) > 0 ? undefined : 'certificatePolicies is missing or empty',
});
