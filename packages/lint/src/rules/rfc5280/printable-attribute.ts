import { Tag } from '../../ber/values.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const printableAttribute = certificateRule({
  name: 'rfc5280/printable-attribute',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ subject, issuer }) =>
    [...issuer.attributes, ...subject.attributes]
      .filter(({ type, tag }) => PRINTABLE.has(type) && tag !== Tag.printableString)
      .map(({ type }) => `the attribute ${type} is not a PrintableString`),
});

const PRINTABLE: ReadonlySet<string> = new Set([
  AttributeType.countryName,
  AttributeType.serialNumber,
  AttributeType.dnQualifier,
]);
