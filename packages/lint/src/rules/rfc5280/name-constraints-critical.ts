import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsCritical = certificateRule({
  name: 'rfc5280/name-constraints-critical',
  clause: 'RFC 5280 §4.2.1.10',
  check: (certificate) =>
    certificate.extension(nameConstraints)?.critical === false ? 'nameConstraints is not critical' : undefined,
});
