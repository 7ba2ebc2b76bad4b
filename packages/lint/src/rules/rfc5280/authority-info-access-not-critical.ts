import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const authorityInfoAccessNotCritical = commonRule<Extended>({
  name: 'rfc5280/authority-info-access-not-critical',
  clause: 'RFC 5280 §4.2.2.1',
  check: (certificate) =>
    certificate.extension(authorityInfoAccess)?.critical === true ? 'authorityInfoAccess is critical' : undefined,
});
