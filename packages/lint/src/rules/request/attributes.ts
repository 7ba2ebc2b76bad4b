/** Rules on the attributes of a request. */
import { characterString, isAscending } from '../../ber/values.ts';
import { repeated } from '../../certificate/repeated.ts';
import { characterCount } from '../../certificate/text.ts';
import { CHALLENGE_PASSWORD, EXTENSION_REQUEST } from '../../request/request-under-lint.ts';
import { requestRule, type RequestRule } from '../request-rule.ts';

export const ATTRIBUTE_RULES: readonly RequestRule[] = [
  requestRule({
    name: 'request/attribute-single-value',
    clause: 'RFC 2985 §5.4',
    check: ({ attributes }) =>
      attributes
        .filter(({ type, values }) => SINGLE_VALUED.has(type) && values.children.length > 1)
        .map(({ type, values }) => `the attribute ${type} has ${values.children.length} values; one is allowed`),
  }),
  requestRule({
    name: 'request/attribute-values',
    clause: 'RFC 2986 §4.1',
    check: ({ attributes }) =>
      attributes
        .filter(({ values }) => values.children.length === 0)
        .map(({ type }) => `the attribute ${type} has no value; one is the least`),
  }),
  requestRule({
    name: 'request/attributes-order',
    clause: 'X.690 §11.6',
    check: ({ attributesElement, attributes }) =>
      [attributesElement, ...attributes.map(({ values }) => values)].some(
        (set) => set !== undefined && !isAscending(set.children),
      )
        ? 'the attributes, or the values of one, are not in the order of DER'
        : undefined,
  }),
  requestRule({
    name: 'request/attributes-present',
    clause: 'RFC 2986 §4.1',
    level: 'warning',
    check: ({ attributesElement }) =>
      attributesElement === undefined
        ? 'the field attributes is not there; it may be empty, but not absent'
        : undefined,
  }),
  requestRule({
    name: 'request/attributes-unique',
    clause: 'X.501 §8.2',
    check: ({ attributes }) =>
      repeated(attributes.map(({ type }) => type)).map((type) => `the attribute ${type} is there twice`),
  }),
  requestRule({
    name: 'request/challenge-password',
    clause: 'RFC 2985 §5.4.1',
    level: 'warning',
    check: ({ attributes }) =>
      attributes.flatMap(({ type, values }) => {
        const [value] = type === CHALLENGE_PASSWORD ? values.children : [];
        if (value === undefined) return [];
        const length = characterCount(characterString(value) ?? '');
        return length >= 1 && length <= 255 ? [] : ['the challengePassword is not text of 1 to 255 characters'];
      }),
  }),
];

const SINGLE_VALUED: ReadonlySet<string> = new Set([CHALLENGE_PASSWORD, EXTENSION_REQUEST]);
