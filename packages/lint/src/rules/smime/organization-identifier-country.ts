import { AttributeType } from '../../certificate/name-under-lint.ts';
import { readOrganizationIdentifier } from '../../certificate/organization-identifier.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationIdentifierCountry = certificateRule({
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
});

/** Prefixes of Article 215 of Directive 2006/112/EC that are no codes of ISO 3166-1: Greece, and Northern Ireland. */
const VAT_PREFIXES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };
