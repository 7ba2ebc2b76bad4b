import { characterCount } from '../../certificate/text.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { type Named, commonRule } from '../common-rule.ts';

export const attributeLength = commonRule<Named>({
  name: 'rfc5280/attribute-length',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ subject }) =>
    subject.unusualAttributes.flatMap(({ type, text }) => {
      const bound = UPPER_BOUNDS[type];
      const length = text === undefined ? 0 : characterCount(text);
      if (bound === undefined || length <= bound.length) return [];
      return [`the ${bound.name} of the subject has ${length} characters; ${bound.length} are allowed`];
    }),
});

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
