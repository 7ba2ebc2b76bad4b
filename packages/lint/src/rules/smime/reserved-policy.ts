import { isSmimeSubscriber, smimeProfiles } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const reservedPolicy = certificateRule({
  name: 'smime/reserved-policy',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check(certificate) {
    const { length } = smimeProfiles(certificate);
    return length === 1
      ? undefined
      : `certificatePolicies has ${length} policies for S/MIME of the CA/Browser Forum, such as 2.23.140.1.5.1.3; one is required`;
  },
});
