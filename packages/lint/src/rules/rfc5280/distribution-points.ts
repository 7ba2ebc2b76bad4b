/** Rules on cRLDistributionPoints and freshestCRL. */
import { endsWithOne } from '../../ber/values.ts';
import { crlDistributionPoints, freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNotCritical } from '../checks/extensions.ts';
import { commonRule, type Extended } from '../common-rule.ts';

export const DISTRIBUTION_POINT_RULES: readonly CertificateRule[] = [
  certificateRule({
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
  }),
  commonRule<Extended>({
    name: 'rfc5280/distribution-point-complete',
    clause: 'RFC 5280 §4.2.1.13',
    check: (certificate) =>
      [...(certificate.value(crlDistributionPoints) ?? []), ...(certificate.value(freshestCrl) ?? [])]
        .filter(({ name, crlIssuer }) => name === undefined && crlIssuer === undefined)
        .map(() => 'a distribution point has neither distributionPoint nor cRLIssuer'),
  }),
  certificateRule({
    name: 'rfc5280/distribution-points-critical',
    clause: 'RFC 5280 §4.2.1.13',
    level: 'warning',
    check: checkNotCritical(crlDistributionPoints),
  }),
  certificateRule({
    name: 'rfc5280/reasons-shortest',
    clause: 'X.690 §11.2.2',
    check: (certificate) =>
      [crlDistributionPoints, freshestCrl]
        .filter((form) =>
          certificate.value(form)?.some(({ reasons }) => reasons !== undefined && !endsWithOne(reasons)),
        )
        .map(({ name }) => `reasons of ${name} have zero bits at their end, which DER leaves out`),
  }),
];
