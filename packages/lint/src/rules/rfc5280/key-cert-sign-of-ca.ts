import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyCertSignOfCa = certificateRule({
  name: 'rfc5280/key-cert-sign-of-ca',
  clause: 'RFC 5280 §4.2.1.3',
  check(certificate) {
    const signs = certificate.value(keyUsage)?.usages.has('keyCertSign') === true;
    if (!signs || certificate.isCa) return undefined;
    return certificate.extension(basicConstraints) === undefined
      ? 'keyUsage has keyCertSign, and there is no basicConstraints with cA'
      : 'keyUsage has keyCertSign, and basicConstraints is without cA';
  },
});
