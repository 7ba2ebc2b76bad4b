import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caAuthorityInfoAccessPresent = certificateRule({
  name: 'tls/ca-authority-info-access-present',
  clause: 'Baseline Requirements 1.7.0, 7.1.2.2',
  from: '2012-07-01',
  until: '2020-08-20',
  appliesTo: isSubordinateCa,
  check: (certificate) =>
    certificate.extensions.has(authorityInfoAccess) ? undefined : 'authorityInfoAccess of a CA is missing',
});
