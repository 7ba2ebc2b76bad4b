import { isAscending } from '../../ber/values.ts';
import { requestRule } from '../request-rule.ts';

export const attributesOrder = requestRule({
  name: 'request/attributes-order',
  clause: 'X.690 §11.6',
  check: ({ attributesElement, attributes }) =>
    [attributesElement, ...attributes.map(({ values }) => values)].some(
      (set) => set !== undefined && !isAscending(set.children),
    )
      ? 'the attributes, or the values of one, are not in the order of DER'
      : undefined,
});
