import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessLocation = certificateRule({
  name: 'rfc5280/authority-info-access-location',
  clause: 'RFC 5280 §4.2.2.1',
  level: 'warning',
  check: (certificate) =>
    (certificate.value(authorityInfoAccess) ?? [])
      .filter(
        ({ method, location }) =>
          method === AccessMethod.caIssuers &&
          !(location.kind === 'uniformResourceIdentifier' && /^(?:ldap|https?):/i.test(location.text)),
      )
      .map(() => 'caIssuers of authorityInfoAccess is no URI of HTTP or LDAP'),
});
