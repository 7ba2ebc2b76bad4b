import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const pathLengthOfCa = certificateRule({
  name: 'rfc5280/path-length-of-ca',
  clause: 'RFC 5280 §4.2.1.9',
  check(certificate) {
    const value = certificate.value(basicConstraints);
    if (value?.pathLength === undefined) return undefined;
    if (!value.ca) return 'basicConstraints has a pathLenConstraint without cA';
    const usages = certificate.value(keyUsage)?.usages;
    return usages !== undefined && !usages.has('keyCertSign')
      ? 'basicConstraints has a pathLenConstraint, and keyUsage is without keyCertSign'
      : undefined;
  },
});
