/** Application of a certificate profile's name rules to the names of a certificate. */
import { isReservedAddress } from '@sealwright/lint';
import {
  AttributeType,
  compareBytes,
  type DistinguishedName,
  formatIpAddress,
  type GeneralName,
  KEY_PURPOSES,
  parseIpAddress,
  readOtherNameText,
} from '@sealwright/pki';
import { inOneLine } from '../../../kernel/text/shortened.ts';
import type { CertificateProfile, NameRule, NameRules, NameTreatment } from '../../profiles/index.ts';
import { hostNameFault } from './host-name-form.ts';
import type { HostNameKind } from './public-suffixes.ts';
import { readHostName } from './read-host-name.ts';
import { isInReservedReverseZone } from './reverse-zones.ts';

/** Names in a certificate. */
export interface NamesOfCertificate {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** A name that breaks a rule. */
export interface NameFinding {
  readonly rule: NameRule;
  readonly treatment: Exclude<NameTreatment, 'ALLOW'>;
  /** The name, its defect and the correct form: a sentence without a full stop. */
  readonly message: string;
}

/** Members of a certificate profile on which the rules depend. */
export type NameRulesOfProfile = Pick<CertificateProfile, 'nameRules' | 'extendedKeyUsage'>;

/** Tells whether a profile has a rule that does more than allow. */
export function hasNameRules({ nameRules }: Pick<CertificateProfile, 'nameRules'>): boolean {
  return Object.values(nameRules).some((treatment) => treatment !== 'ALLOW');
}

/**
 * Finds the names that the profile warns of or refuses.
 *
 * It checks dNSNames, iPAddresses, and common names that are read as either: all common names of TLS servers, and of other certificates those with a
 * dot and characters of host names.
 */
export async function findNameFaults(
  profile: NameRulesOfProfile,
  names: NamesOfCertificate,
): Promise<readonly NameFinding[]> {
  if (!hasNameRules(profile)) return [];
  const { nameRules } = profile;
  const kindOf = needsList(nameRules) ? (await import('./public-suffixes.ts')).kindOfHostName : undefined;
  const { hostNames, addresses } = hostsOf(profile, names);
  const faults = [
    ...hostNames.flatMap(({ at, name }) => {
      const found = hostNameFaults(name, kindOf);
      return found.map(([rule, problem]): Fault => [rule, `the ${at} '${shown(name)}' ${problem}`]);
    }),
    ...addresses.flatMap(({ at, octets }): Fault[] =>
      isReservedAddress(octets)
        ? [['internalName', `the ${at} '${formatIpAddress(octets)}' is a private or reserved address (RFC 6890)`]]
        : [],
    ),
    ...unrepeatedCommonNames(names),
  ];
  return faults.flatMap(([rule, message]) => {
    const treatment = nameRules[rule];
    return treatment === 'ALLOW' ? [] : [{ rule, treatment, message }];
  });
}

type Fault = readonly [rule: NameRule, message: string];

function needsList({ internalName, publicSuffix }: NameRules): boolean {
  return internalName !== 'ALLOW' || publicSuffix !== 'ALLOW';
}

/** @param kindOf - undefined if no rule needs it */
function hostNameFaults(
  name: string,
  kindOf: ((name: string) => HostNameKind) | undefined,
): readonly (readonly [rule: NameRule, problem: string])[] {
  const isWildcard = name.startsWith('*.');
  const written = isWildcard ? name.slice(2) : name;
  const host = readHostName(written);
  if (host.includes('*'))
    return [['misplacedWildcard', "has a wildcard in a wrong place; '*.' before a whole name is right"]];
  const faults: [NameRule, string][] = [];
  const fault = hostNameFault(written);
  if (fault !== undefined) faults.push(['unusualHostName', `is not a usual host name: ${fault}`]);
  if (kindOf === undefined) return faults;
  const { isPublicSuffix, isGlobal } = kindOf(host);
  if (isPublicSuffix) {
    const problem = isWildcard
      ? `is a wildcard right below the public suffix '${shown(host)}', for names of everybody; one below a registered domain is right`
      : 'is a public suffix, below which others register their names; a registered domain is right';
    faults.push(['publicSuffix', problem]);
  } else if (!host.includes('.')) faults.push(['internalName', 'has one label alone; a name with its domain is right']);
  if (!isGlobal && host.includes('.'))
    faults.push([
      'internalName',
      'is not an internet name: its domain does not exist there, or is set aside; one in a registered domain is right',
    ]);
  else if (isInReservedReverseZone(host))
    faults.push([
      'internalName',
      'is in the reverse zone of private or reserved addresses (RFC 6303); one in a registered domain is right',
    ]);
  return faults;
}

/** Returns the names that relying parties may take for host names, without duplicates. */
function hostsOf(profile: NameRulesOfProfile, { subject, alternativeNames }: NamesOfCertificate) {
  const hostNames = new Map<string, { readonly at: string; readonly name: string }>();
  const addresses = new Map<string, { readonly at: string; readonly octets: Uint8Array }>();
  for (const name of alternativeNames) {
    if (name.type === 'dNSName') hostNames.set(name.value.toLowerCase(), { at: 'dNSName', name: name.value });
    if (name.type === 'iPAddress') addresses.set(formatIpAddress(name.value), { at: 'iPAddress', octets: name.value });
  }
  const isOfServer = profile.extendedKeyUsage?.purposes.includes(KEY_PURPOSES.serverAuth) === true;
  for (const name of subject.values(AttributeType.commonName)) {
    const octets = parseIpAddress(name);
    const key = name.toLowerCase();
    if (octets !== undefined) {
      const text = formatIpAddress(octets);
      if (!addresses.has(text)) addresses.set(text, { at: 'common name', octets });
    } else if ((isOfServer || LIKE_HOST_NAME.test(readHostName(name))) && !hostNames.has(key))
      hostNames.set(key, { at: 'common name', name });
  }
  return { hostNames: [...hostNames.values()], addresses: [...addresses.values()] };
}

function unrepeatedCommonNames({ subject, alternativeNames }: NamesOfCertificate): readonly Fault[] {
  return subject
    .values(AttributeType.commonName)
    .flatMap((name): Fault[] =>
      alternativeNames.some((alternative) => isText(alternative, name))
        ? []
        : [
            [
              'unrepeatedCommonName',
              `the common name '${shown(name)}' is not among the alternative names; it has to be`,
            ],
          ],
    );
}

/** Tells whether an alternative name equals the text, for types with text. Domain names are compared case-insensitively. */
function isText(name: GeneralName, text: string): boolean {
  if (name.type === 'dNSName') return name.value.toLowerCase() === text.toLowerCase();
  if (name.type === 'rfc822Name' || name.type === 'uniformResourceIdentifier') return name.value === text;
  if (name.type === 'otherName') return readOtherNameText(name.typeId, name.value)?.text === text;
  const octets = name.type === 'iPAddress' ? parseIpAddress(text) : undefined;
  return octets !== undefined && name.type === 'iPAddress' && compareBytes(octets, name.value) === 0;
}

function shown(name: string): string {
  return inOneLine(name, MAX_SHOWN);
}

/** Text with a dot, made of the characters of host names, including combining marks and the most common wrong characters. */
const LIKE_HOST_NAME = /^[\p{L}\p{M}\p{N}_*-]+(?:\.[\p{L}\p{M}\p{N}_*-]+)+$/u;
const MAX_SHOWN = 100;
