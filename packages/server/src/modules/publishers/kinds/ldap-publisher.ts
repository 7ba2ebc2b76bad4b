import { attributeNamed, AttributeType, DistinguishedName, NameError, type Oid } from '@sealwright/pki';
import type { Secret } from '../../configuration/index.ts';
import type { PublisherKind } from './publisher-kind.ts';
import type { PublisherSettings } from './publisher-settings.ts';
import { readServer, type ServerPlace } from './read-server.ts';
import { readCertificates, readTrusted } from './tls-settings.ts';

/** Settings of a publisher that writes to a directory (RFC 4511, RFC 4523). */
export interface LdapPublisherSettings {
  readonly server: ServerPlace;
  /** `LDAPS`: TLS from the first octet; `NONE`: nothing is protected. */
  readonly security: 'LDAPS' | 'STARTTLS' | 'NONE';
  /** Certificates of CAs that the server's may come from, PEM; undefined: those of the system. */
  readonly trusted: readonly string[] | undefined;
  readonly login: LdapLogin;
  /** RFC 4514 text, as it was written: the directory knows more attributes than we do. */
  readonly baseDn: string;
  /** The attributes that make the name of an entry below the base, the lowest first; several for one level are joined. */
  readonly nameAttributes: readonly (readonly NameAttributeType[])[];
  readonly caNameAttributes: readonly (readonly NameAttributeType[])[];
  readonly createEntries: boolean;
  readonly userObjectClasses: readonly string[];
  readonly caObjectClasses: readonly string[];
  /** True: an entry keeps the certificates that it has. */
  readonly severalCertificates: boolean;
  /** True: base CRLs stand in `authorityRevocationList` as well. */
  readonly authorityRevocationList: boolean;
}

/** The way to log in. Of certificates, PEM, the client's own is the first. */
export type LdapLogin =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'simple'; readonly dn: string; readonly password: Secret }
  | { readonly kind: 'external'; readonly certificates: readonly string[]; readonly key: Secret };

/** An attribute of subjects, as directories call it. */
export interface NameAttributeType {
  readonly type: Oid;
  readonly name: string;
}

/** Entries of a directory, in the attributes that relying parties look into. */
export const ldapPublisher: PublisherKind<LdapPublisherSettings> = {
  labels: ['LDAP', 'LDAP Publisher', 'org.ejbca.core.model.ca.publisher.LdapPublisher'],
  settings: [
    'server',
    'security',
    'trustedCertificates',
    'loginDn',
    'loginPassword',
    'clientCertificate',
    'clientPrivateKey',
    'baseDn',
    'nameAttributes',
    'caNameAttributes',
    'createEntries',
    'userObjectClasses',
    'caObjectClasses',
    'severalCertificates',
    'authorityRevocationList',
  ],
  read(settings) {
    const security = settings.choice('security', ['LDAPS', 'STARTTLS', 'NONE'], 'LDAPS');
    return {
      server: readServer(settings, 'server', security === 'LDAPS' ? 636 : 389),
      security,
      trusted: readTrusted(settings),
      login: loginOf(settings, security),
      baseDn: dnOf(settings, 'baseDn', settings.requiredText('baseDn')),
      nameAttributes: nameAttributesOf(settings, 'nameAttributes'),
      caNameAttributes: nameAttributesOf(settings, 'caNameAttributes'),
      createEntries: settings.flag('createEntries', true),
      userObjectClasses: objectClassesOf(settings, 'userObjectClasses', USER_CLASSES),
      caObjectClasses: objectClassesOf(settings, 'caObjectClasses', CA_CLASSES),
      severalCertificates: settings.flag('severalCertificates', false),
      authorityRevocationList: settings.flag('authorityRevocationList', false),
    };
  },
};

function loginOf(settings: PublisherSettings, security: LdapPublisherSettings['security']): LdapLogin {
  const dn = settings.text('loginDn');
  const certificates = readCertificates(settings, 'clientCertificate');
  const isByCertificate = settings.text('clientCertificate') !== undefined;
  const password = settings.secret('loginPassword');
  const key = settings.secret('clientPrivateKey');
  if (isByCertificate || key !== undefined) {
    if (dn !== undefined || password !== undefined)
      settings.report('loginDn', 'is given together with clientCertificate: a login is by password or by certificate');
    if (security === 'NONE') settings.report('clientCertificate', 'needs TLS: set security to LDAPS or STARTTLS');
    if (!isByCertificate) settings.report('clientCertificate', 'is missing, but clientPrivateKey is given');
    if (key === undefined) settings.report('clientPrivateKey', 'is missing, but clientCertificate is given');
    return certificates === undefined || key === undefined
      ? { kind: 'anonymous' }
      : { kind: 'external', certificates, key };
  }
  if (dn === undefined) {
    if (password !== undefined) settings.report('loginDn', 'is missing, but loginPassword is given');
    return { kind: 'anonymous' };
  }
  // A login without a password succeeds as nobody (RFC 4513 §5.1.2).
  if (password === undefined) settings.report('loginPassword', 'is missing, but loginDn is given');
  return password === undefined
    ? { kind: 'anonymous' }
    : { kind: 'simple', dn: dnOf(settings, 'loginDn', dn), password };
}

function dnOf(settings: PublisherSettings, name: string, text: string): string {
  try {
    DistinguishedName.parse(text, { lenient: true });
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    settings.report(name, `is not a distinguished name such as dc=example,dc=com: ${error.message}`);
  }
  return text;
}

function nameAttributesOf(settings: PublisherSettings, name: string): readonly (readonly NameAttributeType[])[] {
  const levels = (settings.text(name) ?? 'CN').split(',').map((level) =>
    level.split('+').flatMap((word) => {
      const type = attributeNamed(word.trim())?.oid;
      const directoryName = type === undefined ? undefined : DIRECTORY_NAMES.get(type);
      if (type !== undefined && directoryName !== undefined) return { type, name: directoryName };
      settings.report(name, `has '${word.trim()}' in it, which is not one of ${NAMES}`);
      return [];
    }),
  );
  return levels;
}

function objectClassesOf(settings: PublisherSettings, name: string, otherwise: string): readonly string[] {
  const classes = (settings.text(name) ?? otherwise).split(',').map((word) => word.trim());
  const wrong = classes.find((word) => !/^[a-z][a-z\d.-]{0,99}$/i.test(word));
  if (wrong !== undefined)
    settings.report(name, `has '${wrong}' in it, which is not an object class such as inetOrgPerson`);
  return classes;
}

/** RFC 4519, RFC 2247, RFC 4524: in X.509 tools `SN` is the serial number, which directories call so in full. */
const DIRECTORY_NAMES: ReadonlyMap<Oid, string> = new Map([
  [AttributeType.commonName, 'cn'],
  [AttributeType.surname, 'sn'],
  [AttributeType.serialNumber, 'serialNumber'],
  [AttributeType.country, 'c'],
  [AttributeType.locality, 'l'],
  [AttributeType.stateOrProvince, 'st'],
  [AttributeType.organization, 'o'],
  [AttributeType.organizationalUnit, 'ou'],
  [AttributeType.title, 'title'],
  [AttributeType.givenName, 'givenName'],
  [AttributeType.dnQualifier, 'dnQualifier'],
  [AttributeType.pseudonym, 'pseudonym'],
  [AttributeType.userId, 'uid'],
  [AttributeType.domainComponent, 'dc'],
  [AttributeType.emailAddress, 'mail'],
]);
const NAMES = 'CN, SURNAME, SN, C, L, ST, O, OU, T, GIVENNAME, DNQ, PSEUDONYM, UID, DC, E';
const USER_CLASSES = 'top,person,organizationalPerson,inetOrgPerson';
const CA_CLASSES = 'top,applicationProcess,pkiCA';
