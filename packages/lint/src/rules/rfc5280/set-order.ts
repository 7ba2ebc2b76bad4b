import type { Element } from '../../ber/element.ts';
import { certificateRule } from '../certificate-rule.ts';

export const setOrder = certificateRule({
  name: 'rfc5280/set-order',
  clause: 'X.690 §11.6',
  level: 'error',
  check: ({ issuer, subject }) =>
    [issuer, subject].some(({ element }) => element.children.some(({ children }) => !isAscending(children)))
      ? 'the attributes of a relative distinguished name are not in the order of DER'
      : undefined,
});

function isAscending(elements: readonly Element[]): boolean {
  return elements.every((element, at) => at === 0 || Buffer.compare(elements[at - 1]!.raw, element.raw) <= 0);
}
