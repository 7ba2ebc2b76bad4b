import { endsWithOne } from '../../ber/values.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageShortest = certificateRule({
  name: 'rfc5280/key-usage-shortest',
  clause: 'X.690 §11.2.2',
  check(certificate) {
    const value = certificate.value(keyUsage);
    return value === undefined || endsWithOne(value)
      ? undefined
      : 'keyUsage has zero bits at its end, which DER leaves out';
  },
});
