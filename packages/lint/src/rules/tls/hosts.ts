/** Rules on DNS names and addresses. */
import { createHash } from 'node:crypto';
import { hex } from '../../ber/values.ts';
import { dnsLabels, isHostName } from '../../certificate/names/dns-name.ts';
import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { addressText, isReservedAddress, isReservedAddressText } from '../../certificate/names/reserved-addresses.ts';
import { hasPolicy, isSubscriber, TlsPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const HOST_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/dns-arpa',
    clause: 'Baseline Requirements 4.2.2',
    from: '2026-03-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      certificate.dnsNames
        .filter((name) => /\.(?:in-addr|ip6)\.arpa\.?$/i.test(name))
        .map((name) => `the dNSName ${quoted(name)} ends in the zone of reverse lookups`),
  }),
  certificateRule({
    name: 'tls/dns-arpa-reserved',
    clause: 'Baseline Requirements 4.2.2',
    from: '2012-07-01',
    check: (certificate) =>
      certificate.dnsNames.flatMap((name) => {
        const address = addressOf(name);
        return address !== undefined && isReservedAddress(address)
          ? [`the dNSName ${quoted(name)} is the reverse of a reserved address`]
          : [];
      }),
  }),
  certificateRule({
    name: 'tls/dns-fully-qualified',
    clause: 'Baseline Requirements 7.1.2.7.12',
    from: '2012-07-01',
    appliesTo: isSubscriber,
    check: (certificate) =>
      certificate.dnsNames
        .filter((name) => !isHostName(name.replace(/^\*\./, 'a.').replaceAll('_', '-')))
        .map((name) => `the dNSName ${quoted(name)} is not a fully qualified domain name`),
  }),
  certificateRule({
    name: 'tls/dns-label-underscore',
    clause: 'Baseline Requirements 7.1.2.7.12',
    from: '2019-04-01',
    appliesTo: isSubscriber,
    check: (certificate) =>
      certificate.unusualDnsNames
        .filter((name) => name.includes('_'))
        .map((name) => `the dNSName ${quoted(name)} has an underscore`),
  }),
  certificateRule({
    name: 'tls/dns-reserved-label',
    clause: 'Baseline Requirements 7.1.2.7.12',
    from: '2021-10-01',
    // XN-labels are the only labels with hyphens in the third and the fourth place.
    appliesTo: isSubscriber,
    check: (certificate) =>
      certificate.dnsNames
        .filter((name) => dnsLabels(name).some((label) => /^..--/.test(label) && !/^xn--/i.test(label)))
        .map((name) => `the dNSName ${quoted(name)} has a reserved label`),
  }),
  /** Names of services of Tor: of version 3, and of version 2 as long as there were any, for extended validation. */
  certificateRule({
    name: 'tls/onion-name',
    clause: 'Baseline Requirements 3.2.2.4, Appendix B',
    from: '2015-05-01',
    check(certificate) {
      const version2 =
        (certificate.notBefore.seconds ?? Infinity) < ONION_2_ENDED &&
        hasPolicy(certificate, TlsPolicy.extendedValidation);
      const commonNames = certificate.subject.of(AttributeType.commonName).map(({ text }) => text ?? '');
      return [...new Set([...certificate.dnsNames, ...commonNames])]
        .filter((name) => /(?:^|\.)onion$/i.test(name))
        .filter((name) => !isOnionVersion3(name) && !(version2 && ONION_2.test(name)))
        .map((name) => `the name ${quoted(name)} is not an address of version 3 under onion`);
    },
  }),
  certificateRule({
    name: 'tls/reserved-address',
    clause: 'Baseline Requirements 4.2.2',
    from: '2012-07-01',
    check: (certificate) => [
      ...(certificate.value(subjectAltName) ?? []).flatMap((name) =>
        name.kind === 'iPAddress' && isReservedAddress(name.octets)
          ? [`the address ${addressText(name.octets)} of subjectAltName is reserved`]
          : [],
      ),
      ...certificate.subject
        .of(AttributeType.commonName)
        .filter(({ text }) => isReservedAddressText(text ?? ''))
        .map(({ text }) => `the address ${quoted(text ?? '')} of the subject is reserved`),
    ],
  }),
  certificateRule({
    name: 'tls/reserved-address-constraint',
    clause: 'Baseline Requirements 7.1.2.10.8',
    level: 'warning',
    from: '2012-07-01',
    check: (certificate) =>
      (certificate.value(nameConstraints)?.permitted ?? []).flatMap(({ base }) =>
        base.kind === 'iPAddress' &&
        base.octets.some((octet) => octet !== 0) &&
        isReservedAddress(base.octets.subarray(0, base.octets.length / 2))
          ? [`the range ${hex(base.octets)} of nameConstraints is of reserved addresses`]
          : [],
      ),
  }),
  certificateRule({
    name: 'tls/wildcard-place',
    clause: 'Baseline Requirements 1.6.1',
    from: '2012-07-01',
    check: (certificate) =>
      certificate.dnsNames
        .filter((name) => name.includes('*') && !/^\*\.[^*]+$/.test(name))
        .map((name) => `the wildcard of ${quoted(name)} is not the whole leftmost label`),
  }),
];

/** Returns the octets of the address whose reverse a name is; undefined for other names. */
function addressOf(name: string): Uint8Array | undefined {
  const [, labels, zone] = /^(.+)\.(in-addr|ip6)\.arpa$/.exec(name.toLowerCase()) ?? [];
  const parts = labels?.split('.').toReversed() ?? [];
  if (zone === 'in-addr')
    return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
      ? Uint8Array.from(parts, Number)
      : undefined;
  return parts.length === 32 && parts.every((part) => /^[\da-f]$/.test(part))
    ? Buffer.from(parts.join(''), 'hex')
    : undefined;
}

/** Returns whether a name ends in an address of version 3 under onion: a public key, two octets of its checksum, and the number 3, in Base 32. */
function isOnionVersion3(name: string): boolean {
  const address = ONION_3.exec(name)?.[1];
  if (address === undefined) return false;
  const octets = base32(address);
  const checksum = createHash('sha3-256')
    .update('.onion checksum')
    .update(octets.subarray(0, 32))
    .update(Uint8Array.of(3))
    .digest();
  return octets[34] === 3 && octets[32] === checksum[0] && octets[33] === checksum[1];
}

/** Returns octets of which each eight characters of Base 32 (RFC 4648 §6) are five. */
function base32(text: string): Uint8Array {
  const octets: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of text.toLowerCase()) {
    bits = ((bits << 5) | ALPHABET.indexOf(character)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    octets.push((bits >> count) & 0xff);
  }
  return Uint8Array.from(octets);
}

const ONION_2_ENDED = Date.UTC(2021, 9, 15) / 1000;
const ONION_2 = /(?:^|\.)[a-z2-7]{16}\.onion$/i;
const ONION_3 = /(?:^|\.)([a-z2-7]{56})\.onion$/i;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
