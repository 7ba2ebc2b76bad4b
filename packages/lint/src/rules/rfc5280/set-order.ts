import { isAscending } from '../../ber/values.ts';
import { certificateRule } from '../certificate-rule.ts';

export const setOrder = certificateRule({
  name: 'rfc5280/set-order',
  clause: 'X.690 §11.6',
  check: ({ issuer, subject }) =>
    [issuer, subject].some(({ rdns }) =>
      rdns.some((rdn) => rdn.length > 1 && !isAscending(rdn.map(({ element }) => element))),
    )
      ? 'the attributes of a relative distinguished name are not in the order of DER'
      : undefined,
});
