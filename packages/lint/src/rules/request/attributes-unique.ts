import { repeated } from '../../certificate/repeated.ts';
import { requestRule } from '../request-rule.ts';

export const attributesUnique = requestRule({
  name: 'request/attributes-unique',
  clause: 'X.501 §8.2',
  check: ({ attributes }) =>
    repeated(attributes.map(({ type }) => type)).map((type) => `the attribute ${type} is there twice`),
});
