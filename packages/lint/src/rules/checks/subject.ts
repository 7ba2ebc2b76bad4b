/** Checks of subjects that several requirements make alike. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { COUNTRY_CODES } from '../../certificate/names/country-codes.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';

type Named = Pick<CertificateUnderLint, 'subject'>;

/** Checks that no attribute holds punctuation and spaces alone. */
export function checkInformative({ subject }: Named): readonly string[] {
  return subject.attributes
    .filter(({ text }) => text !== undefined && !/[\p{L}\p{N}]/u.test(text))
    .map(({ text }) => `the value ${quoted(text ?? '')} of the subject says nothing`);
}

/** Checks that each countryName is a code of ISO 3166-1, or `XX`. */
export function checkCountryCode({ subject }: Named): readonly string[] {
  return subject
    .of(AttributeType.countryName)
    .filter(({ text }) => !COUNTRY_CODES.has(text ?? ''))
    .map(({ text }) => `the countryName ${quoted(text ?? '')} is not a code of ISO 3166-1`);
}

/** Checks that the subject of a CA has countryName, organizationName and commonName. */
export function checkCaSubject({ subject }: Named): readonly string[] {
  return (['countryName', 'organizationName', 'commonName'] as const)
    .filter((name) => !subject.of(AttributeType[name]).some(({ text }) => text !== ''))
    .map((name) => `the subject of a CA has no ${name}`);
}
