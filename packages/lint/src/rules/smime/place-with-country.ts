import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const placeWithCountry = certificateRule({
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
});
