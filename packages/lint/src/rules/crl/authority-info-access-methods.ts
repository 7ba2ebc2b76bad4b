import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { crlRule } from '../crl-rule.ts';

export const authorityInfoAccessMethods = crlRule({
  name: 'crl/authority-info-access-methods',
  clause: 'RFC 5280 §5.2.7',
  check(crl) {
    const access = crl.value(authorityInfoAccess);
    if (access === undefined) return undefined;
    const others = access.filter(({ method }) => method !== AccessMethod.caIssuers);
    if (others.length === access.length) return 'authorityInfoAccess has no access method caIssuers; one is required';
    return others.map(({ method }) => `authorityInfoAccess has the access method ${method}; only caIssuers is allowed`);
  },
});
