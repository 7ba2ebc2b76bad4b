/** Rules on authorityInfoAccess and authorityKeyIdentifier. */
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const AUTHORITY_INFORMATION_RULES: readonly CrlRule[] = [
  crlRule({
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
  }),
  crlRule({
    name: 'crl/authority-info-access-methods',
    clause: 'RFC 5280 §5.2.7',
    check(crl) {
      const access = crl.value(authorityInfoAccess);
      if (access === undefined) return undefined;
      const others = access.filter(({ method }) => method !== AccessMethod.caIssuers);
      if (others.length === access.length) return 'authorityInfoAccess has no access method caIssuers; one is required';
      return others.map(
        ({ method }) => `authorityInfoAccess has the access method ${method}; only caIssuers is allowed`,
      );
    },
  }),
  crlRule({
    name: 'crl/authority-key-identifier-present',
    clause: 'RFC 5280 §5.2.1',
    check: (crl) =>
      crl.extensions.has(authorityKeyIdentifier) &&
      (crl.value(authorityKeyIdentifier)?.keyIdentifier !== undefined ||
        crl.extensions.defect(authorityKeyIdentifier) !== undefined)
        ? undefined
        : 'there is no authorityKeyIdentifier with a keyIdentifier; one is required',
  }),
];
