import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isSubordinateCa, isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessAddresses = certificateRule({
  name: 'tls/authority-info-access-addresses',
  clause: 'Baseline Requirements 7.1.2.7.7',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) || isSubordinateCa(certificate),
  check: (certificate) =>
    (certificate.value(authorityInfoAccess) ?? []).flatMap(({ method, location }) => {
      if (location.kind !== 'uniformResourceIdentifier')
        return [`authorityInfoAccess has a ${location.kind}; a URI is right`];
      if (method !== AccessMethod.ocsp && method !== AccessMethod.caIssuers)
        return [`authorityInfoAccess has the method ${method}; id-ad-ocsp and id-ad-caIssuers are allowed`];
      return /^http:\/\/./i.test(location.text)
        ? []
        : [`the address ${quoted(location.text)} of authorityInfoAccess is not of HTTP`];
    }),
});
