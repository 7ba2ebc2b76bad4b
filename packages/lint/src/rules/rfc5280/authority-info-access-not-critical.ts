import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { type Extended, sharedRule } from '../shared-rule.ts';

export const authorityInfoAccessNotCritical = sharedRule<Extended>({
  name: 'rfc5280/authority-info-access-not-critical',
  clause: 'RFC 5280 §4.2.2.1',
  level: 'error',
  check: (certificate) =>
    certificate.extension(authorityInfoAccess)?.critical === true ? 'authorityInfoAccess is critical' : undefined,
});
