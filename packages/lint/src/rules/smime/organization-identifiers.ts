/** Rules on organizationIdentifier. */
import { Tag } from '../../ber/values.ts';
import { COUNTRY_CODES } from '../../certificate/names/country-codes.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import {
  isLegalEntityIdentifier,
  type OrganizationIdentifier,
  readOrganizationIdentifier,
} from '../../certificate/names/organization-identifier.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const ORGANIZATION_IDENTIFIER_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/organization-identifier',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject.of(AttributeType.organizationIdentifier).flatMap(({ text = '' }) => {
        const parts = readOrganizationIdentifier(text);
        const defect = parts === undefined ? 'is not of the form NTRSE-5561234567' : defectOf(parts);
        return defect === undefined ? [] : [`the organizationIdentifier ${quoted(text)} ${defect}`];
      }),
  }),
  certificateRule({
    name: 'smime/organization-identifier-country',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check({ subject }) {
      const countries = subject.of(AttributeType.countryName).map(({ text }) => text);
      if (countries.length === 0) return undefined;
      return subject.of(AttributeType.organizationIdentifier).flatMap(({ text = '' }) => {
        const parts = readOrganizationIdentifier(text);
        if (parts === undefined || parts.scheme === 'LEI' || parts.scheme === 'INT') return [];
        const country = (parts.scheme === 'VAT' ? VAT_PREFIXES[parts.country] : undefined) ?? parts.country;
        return countries.includes(country)
          ? []
          : [`the organizationIdentifier ${quoted(text)} is of another country than the countryName`];
      });
    },
  }),
  certificateRule({
    name: 'smime/organization-identifier-euid',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
    level: 'warning',
    from: '2025-05-14',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject
        .of(AttributeType.organizationIdentifier)
        .filter(({ text = '' }) => text.startsWith('NTRDE') && !/^NTRDE-DE[A-Z\d]+\../.test(text))
        .map(
          ({ text = '' }) => `the organizationIdentifier ${quoted(text)} has no EUID, as NTRDE-DER3306.HRB12345 has`,
        ),
  }),
  certificateRule({
    name: 'smime/organization-identifier-type',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject
        .of(AttributeType.organizationIdentifier)
        .filter(({ value }) => value.tag !== Tag.printableString && value.tag !== Tag.utf8String)
        .map(() => 'an organizationIdentifier is neither a PrintableString nor a UTF8String'),
  }),
];

function defectOf({ scheme, country, subdivision, reference }: OrganizationIdentifier): string | undefined {
  const rule = SCHEMES[scheme];
  if (rule === undefined) return `has the scheme ${scheme}; ${Object.keys(SCHEMES).join(', ')} are known`;
  if (!(rule.countries?.includes(country) ?? COUNTRY_CODES.has(country)) && !rule.prefixes?.includes(country))
    return `has '${country}' where a country is required`;
  if (subdivision !== undefined && rule.subdivision !== true) return `has a subdivision, which ${scheme} has not`;
  if ((reference !== undefined) !== rule.reference)
    return rule.reference ? 'has no reference' : `has a reference, which ${scheme} has not`;
  return scheme === 'LEI' && !isLegalEntityIdentifier(reference ?? '')
    ? 'is not a legal entity identifier of ISO 17442'
    : undefined;
}

interface Scheme {
  /** All of ISO 3166-1 unless given. */
  readonly countries?: readonly string[];
  /** Allowed in addition to the countries. */
  readonly prefixes?: readonly string[];
  readonly subdivision?: true;
  readonly reference: boolean;
}

const SCHEMES: Readonly<Record<string, Scheme>> = {
  NTR: { subdivision: true, reference: true },
  VAT: { prefixes: ['EL', 'XI'], reference: true },
  PSD: { reference: true },
  LEI: { countries: ['XG'], reference: true },
  GOV: { subdivision: true, reference: false },
  INT: { countries: ['XG'], reference: false },
};
/** Prefixes of Article 215 of Directive 2006/112/EC that are not codes of ISO 3166-1: Greece, and Northern Ireland. */
const VAT_PREFIXES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };
