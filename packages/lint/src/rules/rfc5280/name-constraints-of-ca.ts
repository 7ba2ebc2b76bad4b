import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsOfCa = certificateRule({
  name: 'rfc5280/name-constraints-of-ca',
  clause: 'RFC 5280 §4.2.1.10',
  check: (certificate) =>
    certificate.extension(nameConstraints) !== undefined && !certificate.isCa
      ? 'nameConstraints is in a certificate that is of no CA'
      : undefined,
});
