import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsMinimum = certificateRule({
  name: 'rfc5280/name-constraints-minimum',
  clause: 'RFC 5280 §4.2.1.10',
  check(certificate) {
    const value = certificate.value(nameConstraints);
    return [...(value?.permitted ?? []), ...(value?.excluded ?? [])].some(({ minimum }) => minimum !== 0)
      ? 'a subtree of nameConstraints has a minimum other than 0'
      : undefined;
  },
});
