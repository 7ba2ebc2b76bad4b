/** Rules on the attributes of the subject. */
import { Tag } from '../../ber/values.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { repeated } from '../../certificate/repeated.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { characterCount, quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCountryCode, checkInformative } from '../checks/subject.ts';

export const ATTRIBUTE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/attribute-informative',
    clause: 'Baseline Requirements 7.1.4.3',
    from: '2012-07-01',
    check: checkInformative,
  }),
  certificateRule({
    name: 'tls/attribute-length',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2023-09-15',
    // Bounds that RFC 5280 does not set, or sets much higher.
    check: ({ subject }) =>
      BOUNDS.flatMap(({ type, name, length }) =>
        subject
          .of(type)
          .map(({ text = '' }) => characterCount(text))
          .filter((written) => written > length)
          .map((written) => `the ${name} of the subject has ${written} characters; ${length} are allowed`),
      ),
  }),
  certificateRule({
    name: 'tls/attribute-markup',
    clause: 'Baseline Requirements 7.1.4.2',
    level: 'warning',
    from: '2012-07-01',
    check: ({ subject }) =>
      subject.unusualAttributes
        .filter(({ text = '' }) => /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i.test(text))
        .map(({ text = '' }) => `the value ${quoted(text)} of the subject has a character reference of HTML`),
  }),
  certificateRule({
    name: 'tls/attribute-order',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check: outOfOrder,
  }),
  certificateRule({
    name: 'tls/attribute-type',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2023-09-15',
    check: ({ subject }) =>
      subject.attributes.flatMap(({ type, tag }) => {
        if (PRINTABLE_TYPES.has(type))
          return tag === Tag.printableString ? [] : [`the attribute ${type} of the subject is not a PrintableString`];
        return !LISTED_TYPES.has(type) || tag === Tag.printableString || tag === Tag.utf8String
          ? []
          : [`the attribute ${type} of the subject is neither a PrintableString nor a UTF8String`];
      }),
  }),
  certificateRule({
    name: 'tls/attributes-single',
    clause: 'Baseline Requirements 7.1.4.1',
    from: '2023-09-15',
    check({ subject }) {
      const types = subject.attributes.map(({ type }) => type);
      const twice = repeated(types).filter((type) => !REPEATABLE.has(type));
      return twice.map((type) => `the subject has the attribute ${type} twice`);
    },
  }),
  certificateRule({
    name: 'tls/ca-attribute-order',
    clause: 'Baseline Requirements 7.1.4.2',
    // A CA that has its name already keeps it, octet for octet (7.1.4.1).
    level: 'warning',
    from: '2023-09-15',
    appliesTo: (certificate) => !isSubscriber(certificate),
    check: outOfOrder,
  }),
  certificateRule({
    name: 'tls/country-code',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2012-07-01',
    check: checkCountryCode,
  }),
  /** Characters that stand in no name of a place, and in what was pasted from a markup language or a program. */
  certificateRule({
    name: 'tls/place-characters',
    clause: 'Baseline Requirements 3.2.2.1',
    from: '2012-07-01',
    check: ({ subject }) =>
      [...subject.of(AttributeType.stateOrProvinceName), ...subject.of(AttributeType.localityName)]
        .filter(({ text }) => /[=:{};"|\\[\]]/.test(text ?? ''))
        .map(({ text }) => `the place ${quoted(text ?? '')} of the subject has characters that no place has`),
  }),
  certificateRule({
    name: 'tls/rdn-one-attribute',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2023-09-15',
    check: ({ subject }) =>
      subject.rdns.some((rdn) => rdn.length > 1) ? 'a part of the subject has more than one attribute' : undefined,
  }),
];

/** Returns what is wrong with the order of a subject: that of Table 77, in which other attributes have no place. */
function outOfOrder({ subject }: CertificateUnderLint): string | undefined {
  const places = subject.attributes.map(({ type }) => ORDER.indexOf(type)).filter((place) => place >= 0);
  return places.some((place, at) => at > 0 && place < places[at - 1]!)
    ? 'the attributes of the subject are not in the order of the Baseline Requirements'
    : undefined;
}

const BOUNDS = [
  { type: AttributeType.domainComponent, name: 'domainComponent', length: 63 },
  { type: AttributeType.surname, name: 'surname', length: 64 },
  { type: AttributeType.givenName, name: 'givenName', length: 64 },
];
const ORDER: readonly string[] = [
  AttributeType.domainComponent,
  AttributeType.countryName,
  AttributeType.stateOrProvinceName,
  AttributeType.localityName,
  AttributeType.postalCode,
  AttributeType.streetAddress,
  AttributeType.organizationName,
  AttributeType.surname,
  AttributeType.givenName,
  AttributeType.organizationalUnitName,
  AttributeType.commonName,
];
const PRINTABLE_TYPES: ReadonlySet<string> = new Set([
  AttributeType.countryName,
  AttributeType.serialNumber,
  AttributeType.jurisdictionCountry,
]);
const LISTED_TYPES: ReadonlySet<string> = new Set([
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
const REPEATABLE: ReadonlySet<string> = new Set([AttributeType.domainComponent, AttributeType.streetAddress]);
