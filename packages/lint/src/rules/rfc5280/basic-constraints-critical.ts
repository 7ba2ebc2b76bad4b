import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const basicConstraintsCritical = certificateRule({
  name: 'rfc5280/basic-constraints-critical',
  clause: 'RFC 5280 §4.2.1.9',
  appliesTo: ({ isCa }) => isCa,
  check: (certificate) =>
    certificate.extension(basicConstraints)?.critical === false
      ? 'basicConstraints of a CA is not critical'
      : undefined,
});
