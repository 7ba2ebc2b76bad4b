/** Attributes that names in S/MIME certificates may have, by what was verified and by generation (S/MIME Baseline Requirements 7.1.4.2.3 to 7.1.4.2.6). */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType, type NameUnderLint } from '../../certificate/names/name-under-lint.ts';
import { type SmimeProfile, smimeProfiles, type SmimeValidation } from '../../certificate/smime-profile.ts';

type AttributeName = keyof typeof AttributeType;

/**
 * Checks that the subject, and every directoryName among its alternative names, has only attributes that go with what was verified, and that the
 * subject has those that have to be there.
 */
export function checkAttributes(
  certificate: CertificateUnderLint,
  validation: SmimeValidation,
  required: readonly AttributeName[] = [],
): readonly string[] {
  const { subject } = certificate;
  const profiles = smimeProfiles(certificate).filter((profile) => profile.validation === validation);
  const directoryNames = (certificate.value(subjectAltName) ?? []).flatMap((name) =>
    name.kind === 'directoryName' ? [name.name] : [],
  );
  return [
    ...required
      .filter((name) => !subject.has(AttributeType[name]))
      .map((name) => `the subject has no ${name}, which ${validation}-validated certificates need`),
    ...profiles.flatMap((profile) => forbidden(subject, profile, 'the subject')),
    ...profiles.flatMap((profile) => directoryNames.flatMap((name) => forbidden(name, profile, 'a directoryName'))),
  ];
}

function forbidden(name: NameUnderLint, { validation, generation }: SmimeProfile, where: string): readonly string[] {
  const allowed = ALLOWED[validation];
  return name.attributes
    .filter(({ type }) => {
      if (generation === 'strict' && NOT_STRICT.has(type)) return true;
      if (allowed.has(type)) return false;
      // A table has a row for others as well.
      return LISTED.has(type) || validation === 'mailbox' || generation !== 'legacy';
    })
    .map(
      ({ type }) =>
        `${where} has the attribute ${type}, which a ${generation} ${validation}-validated one must not have`,
    );
}

const NOT_STRICT: ReadonlySet<string> = new Set([AttributeType.streetAddress, AttributeType.postalCode]);

const MAILBOX: readonly AttributeName[] = ['commonName', 'serialNumber', 'emailAddress'];
const PLACE: readonly AttributeName[] = [
  'streetAddress',
  'localityName',
  'stateOrProvinceName',
  'postalCode',
  'countryName',
];
const ORGANIZATION: readonly AttributeName[] = ['organizationName', 'organizationalUnitName', 'organizationIdentifier'];
const PERSON: readonly AttributeName[] = ['givenName', 'surname', 'pseudonym', 'title'];

const ALLOWED: Readonly<Record<SmimeValidation, ReadonlySet<string>>> = {
  mailbox: types(MAILBOX),
  organization: types(MAILBOX, PLACE, ORGANIZATION),
  sponsor: types(MAILBOX, PLACE, ORGANIZATION, PERSON),
  individual: types(MAILBOX, PLACE, PERSON),
};
/** Attributes with a row of their own. */
const LISTED = ALLOWED.sponsor;

function types(...lists: readonly (readonly AttributeName[])[]): ReadonlySet<string> {
  return new Set(lists.flat().map((name) => AttributeType[name]));
}
