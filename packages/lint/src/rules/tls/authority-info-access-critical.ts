import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessCritical = certificateRule({
  name: 'tls/authority-info-access-critical',
  clause: 'Baseline Requirements 7.1.2.7.7',
  check: (certificate) =>
    certificate.extension(authorityInfoAccess)?.critical === true ? 'authorityInfoAccess is critical' : undefined,
});
