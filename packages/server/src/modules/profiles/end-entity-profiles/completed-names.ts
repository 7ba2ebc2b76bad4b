import { AttributeType, attributeNamed, DistinguishedName, type GeneralName } from '@sealwright/pki';
import { alternativeNameValues, subjectValues } from '../common/index.ts';
import type { EndEntityProfile } from './end-entity-profile.ts';

/** Names of an end entity. */
interface Names {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/**
 * Completes the names of an end entity from its profile: adds missing subject attributes if `allowMergeDn` is set, and alternative names copied from
 * the common name or the e-mail address.
 *
 * Added attributes follow the given ones, in the order of the profile.
 */
export function completedNames<N extends Names>(profile: EndEntityProfile, names: N, email: string | undefined): N {
  const subject = completedSubject(profile, names.subject);
  const copied = copiedNames(profile, names, email);
  return { ...names, subject, alternativeNames: [...names.alternativeNames, ...copied] };
}

function completedSubject(
  { allowMergeDn, subjectDn }: EndEntityProfile,
  subject: DistinguishedName,
): DistinguishedName {
  if (!allowMergeDn) return subject;
  const given = new Set(subjectValues(subject).map(({ field }) => field));
  const missing = [...subjectDn].flatMap(([field, [first]]) => {
    const type = attributeNamed(field)?.oid;
    if (given.has(field) || first?.defaultValue === undefined || type === undefined) return [];
    return [[{ type, value: first.defaultValue }]];
  });
  // The text begins with the most specific name, which the encoding has last.
  return missing.length === 0 ? subject : DistinguishedName.of([...missing.toReversed(), ...subject.rdns]);
}

function copiedNames(
  { subjectAlternativeName: rules }: EndEntityProfile,
  { subject, alternativeNames }: Names,
  email: string | undefined,
): readonly GeneralName[] {
  const given = new Set(alternativeNameValues(alternativeNames).map(({ field }) => field));
  const copies = (field: string) => !given.has(field) && rules.get(field)?.some(({ copy }) => copy) === true;
  const commonNames = subject.rdns.flat().filter(({ type }) => type === AttributeType.commonName);
  return [
    ...(copies('DNSNAME') ? commonNames.map(({ value }) => ({ type: 'dNSName', value }) as const) : []),
    ...(copies('RFC822NAME') && email !== undefined ? [{ type: 'rfc822Name', value: email } as const] : []),
  ];
}
