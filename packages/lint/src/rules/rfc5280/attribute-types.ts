/** Rules on the types of strings that attributes of names have. */
import { Tag } from '../../ber/values.ts';
import { isDomainName } from '../../certificate/names/dns-name.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const ATTRIBUTE_TYPE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/country-code-length',
    clause: 'RFC 5280 Appendix A.1',
    from: '2008-05-01',
    check: ({ subject }) =>
      subject
        .of(AttributeType.countryName)
        .filter(({ text }) => text?.length !== 2)
        .map(({ text }) => `the countryName ${quoted(text ?? '')} of the subject has not two characters`),
  }),
  certificateRule({
    name: 'rfc5280/directory-string-attribute',
    clause: 'RFC 5280 Appendix A.1',
    from: '2008-05-01',
    check: ({ subject }) =>
      subject.attributes
        .filter(({ type, tag }) => DIRECTORY_STRINGS.has(type) && !DIRECTORY_STRING_TAGS.has(tag))
        .map(({ type }) => `the attribute ${type} of the subject is not a DirectoryString`),
  }),
  certificateRule({
    name: 'rfc5280/domain-component-form',
    clause: 'RFC 4519 §2.4',
    level: 'warning',
    check: ({ subject }) =>
      subject
        .of(AttributeType.domainComponent)
        .filter(({ text = '' }) => text.includes('.') || !isDomainName(text))
        .map(({ text = '' }) => `the domainComponent ${quoted(text)} of the subject is not a label of a domain name`),
  }),
  certificateRule({
    name: 'rfc5280/ia5-attribute',
    clause: 'RFC 5280 Appendix A.1',
    from: '2008-05-01',
    check: ({ subject }) =>
      subject.attributes
        .filter(({ type, tag }) => IA5_TYPES.has(type) && tag !== Tag.ia5String)
        .map(({ type }) => `the attribute ${type} of the subject is not an IA5String`),
  }),
  certificateRule({
    name: 'rfc5280/printable-attribute',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ subject, issuer }) =>
      [...issuer.attributes, ...subject.attributes]
        .filter(({ type, tag }) => PRINTABLE_TYPES.has(type) && tag !== Tag.printableString)
        .map(({ type }) => `the attribute ${type} is not a PrintableString`),
  }),
  certificateRule({
    name: 'rfc5280/printable-string-characters',
    clause: 'RFC 5280 Appendix B',
    check: ({ subject }) =>
      subject.unusualAttributes
        .filter(({ tag, text }) => tag === Tag.printableString && !PRINTABLE_TEXT.test(text ?? ''))
        .map(({ text }) => `the PrintableString ${quoted(text ?? '')} has characters that are not of its set`),
  }),
];

const DIRECTORY_STRINGS: ReadonlySet<string> = new Set([
  AttributeType.commonName,
  AttributeType.surname,
  AttributeType.localityName,
  AttributeType.stateOrProvinceName,
  AttributeType.organizationName,
  AttributeType.organizationalUnitName,
  AttributeType.title,
  AttributeType.name,
  AttributeType.givenName,
  AttributeType.initials,
  AttributeType.generationQualifier,
  AttributeType.pseudonym,
]);
const DIRECTORY_STRING_TAGS: ReadonlySet<number> = new Set([
  Tag.utf8String,
  Tag.printableString,
  Tag.teletexString,
  Tag.universalString,
  Tag.bmpString,
]);
const IA5_TYPES: ReadonlySet<string> = new Set([AttributeType.emailAddress, AttributeType.domainComponent]);
const PRINTABLE_TYPES: ReadonlySet<string> = new Set([
  AttributeType.countryName,
  AttributeType.serialNumber,
  AttributeType.dnQualifier,
]);
const PRINTABLE_TEXT = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
