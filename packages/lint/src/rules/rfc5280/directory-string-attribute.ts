import { Tag } from '../../ber/values.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const directoryStringAttribute = certificateRule({
  name: 'rfc5280/directory-string-attribute',
  clause: 'RFC 5280 Appendix A.1',
  from: '2008-05-01',
  check: ({ subject }) =>
    subject.attributes
      .filter(({ type, tag }) => DIRECTORY_STRINGS.has(type) && !CHOICES.has(tag))
      .map(({ type }) => `the attribute ${type} of the subject is no DirectoryString`),
});

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

const CHOICES: ReadonlySet<number> = new Set([
  Tag.utf8String,
  Tag.printableString,
  Tag.teletexString,
  Tag.universalString,
  Tag.bmpString,
]);
