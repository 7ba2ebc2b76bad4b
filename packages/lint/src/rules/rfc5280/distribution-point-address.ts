import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointAddress = certificateRule({
  name: 'rfc5280/distribution-point-address',
  clause: 'RFC 5280 §4.2.1.13',
  level: 'warning',
  check: (certificate) =>
    (certificate.value(crlDistributionPoints) ?? []).some(
      ({ name }) =>
        name?.kind === 'fullName' &&
        !name.names.some((one) => one.kind === 'uniformResourceIdentifier' && /^(?:ldap|https?):/i.test(one.text)),
    )
      ? 'a distribution point has no URI of HTTP or LDAP'
      : undefined,
});
