import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const identifiedSubject = certificateRule({
  name: 'tls/identified-subject',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2016-09-07',
  // Where an organization or a person is named, so is the place; where none is, no place is.
  appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
  check({ subject }) {
    const placed = PLACES.filter((type) => subject.has(type));
    if (!IDENTITIES.some((type) => subject.has(type)))
      return placed.map((type) => `the subject has the attribute ${type}, and names nobody`);
    if (!subject.has(AttributeType.countryName)) return 'the subject names somebody, and has no countryName';
    return subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
      ? undefined
      : 'the subject names somebody, and has neither localityName nor stateOrProvinceName';
  },
});

const IDENTITIES = [AttributeType.organizationName, AttributeType.givenName, AttributeType.surname];
const PLACES = [
  AttributeType.localityName,
  AttributeType.stateOrProvinceName,
  AttributeType.postalCode,
  AttributeType.streetAddress,
];
