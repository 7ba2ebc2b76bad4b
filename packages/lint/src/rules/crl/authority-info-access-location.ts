import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { crlRule } from '../crl-rule.ts';

export const authorityInfoAccessLocation = crlRule({
  name: 'crl/authority-info-access-location',
  clause: 'RFC 5280 §5.2.7',
  level: 'warning',
  check(crl) {
    const access = crl.value(authorityInfoAccess);
    return access === undefined ||
      access.some(
        ({ location }) => location.kind === 'uniformResourceIdentifier' && /^(?:ldap|http):/i.test(location.text),
      )
      ? undefined
      : 'authorityInfoAccess has no URI of HTTP or LDAP';
  },
});
