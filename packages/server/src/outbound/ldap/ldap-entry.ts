/** Entries that objects stand in: their names, attributes and object classes (RFC 4519, RFC 4523). */
import { AttributeType, type DistinguishedName, type Oid } from '@sealwright/pki';
import {
  type LdapPublisherSettings,
  type NameAttributeType,
  type PublishedObject,
  PublishingError,
} from '../../modules/publishers/index.ts';

/** The place of an object in a directory. */
export interface LdapEntry {
  readonly dn: string;
  /** With `;binary`, as RFC 4523 §2 wants it. */
  readonly attributes: readonly string[];
  /** The auxiliary object class that allows the attributes, for an entry that has none that does. */
  readonly auxiliaryClass: string;
  /** The attributes that a new entry has in addition to the object. */
  readonly created: Readonly<Record<string, readonly string[]>>;
  /** The entry above it that is made with it where it is missing. */
  readonly above: Pick<LdapEntry, 'dn' | 'created'> | undefined;
}

export type LdapNaming = Pick<
  LdapPublisherSettings,
  'baseDn' | 'nameAttributes' | 'caNameAttributes' | 'userObjectClasses' | 'caObjectClasses' | 'authorityRevocationList'
>;

/**
 * Returns the place of an object.
 *
 * @throws PublishingError when it has none
 */
export function entryOf(object: PublishedObject, settings: LdapNaming): LdapEntry {
  if (object.kind === 'crl')
    return crlEntry(object.partition, object.baseNumber !== undefined, object.ca.subject, settings);
  const subject = object.kind === 'certificate' ? object.subject : object.ca.subject;
  if (object.format !== 'X509' || subject === undefined)
    throw new PublishingError('Directories have no place for card verifiable certificates.', { scope: 'final' });
  if (object.kind === 'ca-certificate' || object.isCa)
    return { ...caEntry(subject, settings), attributes: ['cACertificate;binary'] };
  const rdns = rdnsOf(subject, settings.nameAttributes, 'nameAttributes');
  return {
    dn: dnOf(rdns, settings.baseDn),
    attributes: ['userCertificate;binary'],
    auxiliaryClass: 'pkiUser',
    created: userAttributes(subject, rdns[0]!, settings.userObjectClasses),
    above: undefined,
  };
}

/** Returns the text of a value within a name (RFC 4514 §2.4). */
function escapedValue(value: string): string {
  return value
    .replaceAll(/[\\"+,;<>=]/g, String.raw`\$&`)
    .replaceAll(/[\p{Cc}]/gu, (character) =>
      [...Buffer.from(character)].map((octet) => `\\${octet.toString(16).padStart(2, '0')}`).join(''),
    )
    .replace(/^[ #]/, String.raw`\$&`)
    .replace(/(?<!\\) $/, String.raw`\ `);
}

/** One level of a name: attributes with their values. */
type Rdn = readonly (readonly [name: string, value: string])[];

function crlEntry(partition: number, isDelta: boolean, issuer: DistinguishedName, settings: LdapNaming): LdapEntry {
  const ca = caEntry(issuer, settings);
  const attributes = isDelta
    ? ['deltaRevocationList;binary']
    : [
        'certificateRevocationList;binary',
        ...(settings.authorityRevocationList ? ['authorityRevocationList;binary'] : []),
      ];
  if (partition === 0) return { ...ca, attributes, auxiliaryClass: isDelta ? 'deltaCRL' : 'pkiCA' };
  const name = `CRL ${partition}`;
  return {
    dn: `cn=${name},${ca.dn}`,
    attributes,
    auxiliaryClass: isDelta ? 'deltaCRL' : 'pkiCA',
    created: { objectClass: ['top', 'cRLDistributionPoint'], cn: [name] },
    above: ca,
  };
}

function caEntry(subject: DistinguishedName, settings: LdapNaming): Omit<LdapEntry, 'attributes'> {
  const rdns = rdnsOf(subject, settings.caNameAttributes, 'caNameAttributes');
  return {
    dn: dnOf(rdns, settings.baseDn),
    auxiliaryClass: 'pkiCA',
    created: { objectClass: settings.caObjectClasses, ...attributesOf(rdns[0]!) },
    above: undefined,
  };
}

/** An attribute that a subject has several times makes as many levels, the last one the lowest. */
function rdnsOf(
  subject: DistinguishedName,
  levels: readonly (readonly NameAttributeType[])[],
  setting: string,
): readonly Rdn[] {
  return levels.flatMap((level): Rdn[] => {
    const found = level.map(({ type, name }) => {
      const values = textsOf(subject, type);
      if (values.length > 0) return { name, values };
      throw new PublishingError(
        `'${subject.toString()}' has no ${name}, of which ${setting} makes the name of its entry.`,
        {
          scope: 'final',
        },
      );
    });
    const [only] = found;
    if (found.length === 1) return only!.values.toReversed().map((value) => [[only!.name, value]]);
    return [found.map(({ name, values }) => [name, values.at(-1)!])];
  });
}

function dnOf(rdns: readonly Rdn[], baseDn: string): string {
  const texts = rdns.map((rdn) => rdn.map(([name, value]) => `${name}=${escapedValue(value)}`).join('+'));
  return [...texts, baseDn].join(',');
}

function attributesOf(rdn: Rdn): Record<string, readonly string[]> {
  return Object.fromEntries(rdn.map(([name, value]) => [name, [value]]));
}

/** A person has at least a name and a surname (RFC 4519 §3.12), which a subject need not have. */
function userAttributes(
  subject: DistinguishedName,
  rdn: Rdn,
  objectClass: readonly string[],
): Record<string, readonly string[]> {
  const own = { objectClass, ...attributesOf(rdn) };
  const has = (name: string) => objectClass.some((one) => one.toLowerCase() === name.toLowerCase());
  const cn = textsOf(subject, AttributeType.commonName).at(-1) ?? rdn[0]![1];
  if (!has('person') && !has('inetOrgPerson')) return own;
  const person = { cn: [cn], sn: [textsOf(subject, AttributeType.surname).at(-1) ?? cn.trim().split(' ').at(-1)!] };
  if (!has('inetOrgPerson')) return { ...person, ...own };
  const further = [
    ['givenName', AttributeType.givenName],
    ['mail', AttributeType.emailAddress],
    ['uid', AttributeType.userId],
  ] as const;
  const found = further.map(([name, type]) => [name, textsOf(subject, type)] as const);
  return { ...person, ...Object.fromEntries(found.filter(([, values]) => values.length > 0)), ...own };
}

/** Values that are text, in the order of the encoding, each once. */
function textsOf({ rdns }: DistinguishedName, type: Oid): readonly string[] {
  const values = rdns.flat().filter((attribute) => attribute.type === type && attribute.isText);
  return [...new Set(values.map(({ value }) => value).filter((value) => value !== ''))];
}
