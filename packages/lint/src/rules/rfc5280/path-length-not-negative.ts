import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const pathLengthNotNegative = certificateRule({
  name: 'rfc5280/path-length-not-negative',
  clause: 'RFC 5280 §4.2.1.9',
  check(certificate) {
    const pathLength = certificate.value(basicConstraints)?.pathLength;
    return pathLength !== undefined && pathLength < 0 ? `pathLenConstraint is ${pathLength}` : undefined;
  },
});
