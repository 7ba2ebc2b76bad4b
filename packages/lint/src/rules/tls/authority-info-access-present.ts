import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessPresent = certificateRule({
  name: 'tls/authority-info-access-present',
  clause: 'Baseline Requirements 7.1.2.7.7',
  from: '2012-07-01',
  appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
  check: (certificate) =>
    certificate.extensions.has(authorityInfoAccess) ? undefined : 'authorityInfoAccess is missing',
});
