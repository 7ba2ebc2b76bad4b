import { ANY_POLICY, certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { SMIME_POLICIES } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caPolicies = certificateRule({
  name: 'smime/ca-policies',
  clause: 'S/MIME Baseline Requirements 7.1.6.3',
  from: '2023-09-01',
  appliesTo: isSubordinateCa,
  check(certificate) {
    const policies = certificate.value(certificatePolicies);
    return policies === undefined || policies.some(({ policy }) => policy === ANY_POLICY || SMIME_POLICIES.has(policy))
      ? undefined
      : 'certificatePolicies of a CA has neither a policy for S/MIME of the CA/Browser Forum nor anyPolicy';
  },
});
