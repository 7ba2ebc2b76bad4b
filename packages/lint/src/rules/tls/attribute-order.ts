import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeOrder = certificateRule({
  name: 'tls/attribute-order',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check: outOfOrder,
});

/** Returns what is wrong with the order of a subject: that of Table 77, in which other attributes have no place. */
export function outOfOrder({ subject }: CertificateUnderLint): string | undefined {
  const places = subject.attributes.map(({ type }) => ORDER.indexOf(type)).filter((place) => place >= 0);
  return places.some((place, at) => at > 0 && place < places[at - 1]!)
    ? 'the attributes of the subject are not in the order of the Baseline Requirements'
    : undefined;
}

const ORDER: readonly string[] = [
  AttributeType.domainComponent,
  AttributeType.countryName,
  AttributeType.stateOrProvinceName,
  AttributeType.localityName,
  AttributeType.postalCode,
  AttributeType.streetAddress,
  AttributeType.organizationName,
  AttributeType.surname,
  AttributeType.givenName,
  AttributeType.organizationalUnitName,
  AttributeType.commonName,
];
