/** Rules on the attributes of the subject. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { CodeSigningPolicy, isCodeSigner, isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { COUNTRY_CODES } from '../../certificate/names/country-codes.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { hasPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCountryCode, checkInformative } from '../checks/subject.ts';

export const SUBJECT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/attribute-informative',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.2.d',
    from: '2019-08-13',
    appliesTo: isCodeSigner,
    check: checkInformative,
  }),
  certificateRule({
    name: 'code-signing/business-category',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.4.b',
    from: '2020-09-02',
    appliesTo: isExtendedValidation,
    check: ({ subject }) =>
      subject
        .of(AttributeType.businessCategory)
        .filter(({ text }) => !BUSINESS_CATEGORIES.has(text ?? ''))
        .map(
          ({ text }) =>
            `the businessCategory ${quoted(text ?? '')} is not one of ${[...BUSINESS_CATEGORIES].join(', ')}`,
        ),
  }),
  certificateRule({
    name: 'code-signing/country-code',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.3.f',
    from: '2019-08-13',
    appliesTo: isCodeSigner,
    check: checkCountryCode,
  }),
  certificateRule({
    name: 'code-signing/domain-component-absent',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.2.c',
    from: '2019-08-13',
    appliesTo: isCodeSigningSubscriber,
    check: ({ subject }) =>
      subject.has(AttributeType.domainComponent) ? 'the subject has a domainComponent' : undefined,
  }),
  certificateRule({
    name: 'code-signing/extended-validation-subject',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.4',
    from: '2020-09-02',
    appliesTo: isExtendedValidation,
    check: ({ subject }) =>
      (['businessCategory', 'jurisdictionCountry', 'serialNumber'] as const)
        .filter((name) => !subject.has(AttributeType[name]))
        .map((name) => `the subject of a certificate of extended validation has no ${name}`),
  }),
  certificateRule({
    name: 'code-signing/jurisdiction-country',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.4.c',
    from: '2020-09-02',
    appliesTo: isExtendedValidation,
    check: ({ subject }) =>
      subject
        .of(AttributeType.jurisdictionCountry)
        .filter(({ text }) => !COUNTRY_CODES.has(text ?? ''))
        .map(({ text }) => `the jurisdictionCountryName ${quoted(text ?? '')} is not a code of ISO 3166-1`),
  }),
  certificateRule({
    name: 'code-signing/place-required',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.3',
    from: '2019-08-13',
    appliesTo: isCodeSigner,
    check: ({ subject }) =>
      subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
        ? undefined
        : 'the subject has neither localityName nor stateOrProvinceName',
  }),
  certificateRule({
    name: 'code-signing/subject-required',
    clause: 'Code Signing Baseline Requirements 7.1.4.2.3',
    from: '2019-08-13',
    appliesTo: isCodeSigner,
    check: ({ subject }) =>
      (['commonName', 'organizationName', 'countryName'] as const)
        .filter((name) => !subject.has(AttributeType[name]))
        .map((name) => `the subject has no ${name}`),
  }),
];

function isExtendedValidation(certificate: CertificateUnderLint): boolean {
  return isCodeSigner(certificate) && hasPolicy(certificate, CodeSigningPolicy.extendedValidation);
}

const BUSINESS_CATEGORIES: ReadonlySet<string> = new Set([
  'Private Organization',
  'Government Entity',
  'Business Entity',
  'Non-Commercial Entity',
]);
