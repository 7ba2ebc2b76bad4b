import { Tag } from '../../ber/values.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeType = certificateRule({
  name: 'tls/attribute-type',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2023-09-15',
  check: ({ subject }) =>
    subject.attributes.flatMap(({ type, tag }) => {
      if (PRINTABLE.has(type))
        return tag === Tag.printableString ? [] : [`the attribute ${type} of the subject is no PrintableString`];
      return !LISTED.has(type) || tag === Tag.printableString || tag === Tag.utf8String
        ? []
        : [`the attribute ${type} of the subject is neither a PrintableString nor a UTF8String`];
    }),
});

const PRINTABLE: ReadonlySet<string> = new Set([
  AttributeType.countryName,
  AttributeType.serialNumber,
  AttributeType.jurisdictionCountry,
]);

const LISTED: ReadonlySet<string> = new Set([
  AttributeType.stateOrProvinceName,
  AttributeType.localityName,
  AttributeType.postalCode,
  AttributeType.streetAddress,
  AttributeType.organizationName,
  AttributeType.surname,
  AttributeType.givenName,
  AttributeType.organizationalUnitName,
  AttributeType.commonName,
  AttributeType.businessCategory,
  AttributeType.jurisdictionStateOrProvince,
  AttributeType.jurisdictionLocality,
  AttributeType.organizationIdentifier,
]);
