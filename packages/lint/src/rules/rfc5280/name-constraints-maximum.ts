import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsMaximum = certificateRule({
  name: 'rfc5280/name-constraints-maximum',
  clause: 'RFC 5280 §4.2.1.10',
  check(certificate) {
    const value = certificate.value(nameConstraints);
    return [...(value?.permitted ?? []), ...(value?.excluded ?? [])].some(({ maximum }) => maximum !== undefined)
      ? 'a subtree of nameConstraints has a maximum'
      : undefined;
  },
});
