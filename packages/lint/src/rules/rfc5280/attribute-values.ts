/** Rules on the text of attributes of the subject. */
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { characterCount, quoted } from '../../certificate/text.ts';
import type { Rule } from '../../rule.ts';
import { commonRule, type Named } from '../common-rule.ts';

export const ATTRIBUTE_VALUE_RULES: readonly Rule<Named>[] = [
  commonRule<Named>({
    name: 'rfc5280/attribute-control-characters',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ subject }) =>
      subject.unusualAttributes
        .filter(({ text }) => text !== undefined && CONTROL_CHARACTER.test(text))
        .map(({ text }) => `the value ${quoted(text ?? '')} of the subject has control characters`),
  }),
  commonRule<Named>({
    name: 'rfc5280/attribute-length',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ subject }) =>
      subject.unusualAttributes.flatMap(({ type, text }) => {
        const bound = UPPER_BOUNDS[type];
        const length = text === undefined ? 0 : characterCount(text);
        if (bound === undefined || length <= bound.length) return [];
        return [`the ${bound.name} of the subject has ${length} characters; ${bound.length} are allowed`];
      }),
  }),
  commonRule<Named>({
    name: 'rfc5280/attribute-not-empty',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ subject }) =>
      subject.unusualAttributes
        .filter(({ text }) => text === '')
        .map(({ type }) => `the attribute ${type} of the subject is empty; one character is the least`),
  }),
  commonRule<Named>({
    name: 'rfc5280/attribute-text',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ subject }) =>
      subject.unusualAttributes
        .filter(({ tag, text }) => text === undefined && tag < 0x20)
        .map(({ type }) => `the octets of the attribute ${type} of the subject are not text of its type`),
  }),
];

/** Made once: V8 compiles a regular expression of a function that is made for each certificate anew. */
const CONTROL_CHARACTER = /\p{Cc}/u;
/** Upper bounds in characters; those of postalCode and street are of X.520. */
const UPPER_BOUNDS: Readonly<Record<string, { readonly name: string; readonly length: number }>> = {
  [AttributeType.commonName]: { name: 'commonName', length: 64 },
  [AttributeType.surname]: { name: 'surname', length: 32_768 },
  [AttributeType.givenName]: { name: 'givenName', length: 32_768 },
  [AttributeType.initials]: { name: 'initials', length: 32_768 },
  [AttributeType.generationQualifier]: { name: 'generationQualifier', length: 32_768 },
  [AttributeType.name]: { name: 'name', length: 32_768 },
  [AttributeType.serialNumber]: { name: 'serialNumber', length: 64 },
  [AttributeType.localityName]: { name: 'localityName', length: 128 },
  [AttributeType.stateOrProvinceName]: { name: 'stateOrProvinceName', length: 128 },
  [AttributeType.streetAddress]: { name: 'streetAddress', length: 128 },
  [AttributeType.organizationName]: { name: 'organizationName', length: 64 },
  [AttributeType.organizationalUnitName]: { name: 'organizationalUnitName', length: 64 },
  [AttributeType.title]: { name: 'title', length: 64 },
  [AttributeType.postalCode]: { name: 'postalCode', length: 40 },
  [AttributeType.pseudonym]: { name: 'pseudonym', length: 128 },
  [AttributeType.emailAddress]: { name: 'emailAddress', length: 255 },
};
