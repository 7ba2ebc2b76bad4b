/** Rules on countries, places and streets of a subject. */
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCountryCode } from '../checks/subject.ts';

export const PLACE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/country-code',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.n',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkCountryCode,
  }),
  certificateRule({
    name: 'smime/place-with-country',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject.has(AttributeType.countryName)
        ? undefined
        : (['localityName', 'stateOrProvinceName', 'postalCode'] as const)
            .filter((name) => subject.has(AttributeType[name]))
            .map((name) => `the subject has a ${name} and no countryName`),
  }),
  certificateRule({
    name: 'smime/street-with-place',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.j',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject.has(AttributeType.streetAddress) &&
      !subject.has(AttributeType.localityName) &&
      !subject.has(AttributeType.stateOrProvinceName)
        ? 'the subject has a streetAddress and neither localityName nor stateOrProvinceName'
        : undefined,
  }),
];
