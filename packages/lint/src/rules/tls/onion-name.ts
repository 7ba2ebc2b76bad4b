import { createHash } from 'node:crypto';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

/** Names of services of Tor: of version 3, and of version 2 as long as there were any, for extended validation. */
export const onionName = certificateRule({
  name: 'tls/onion-name',
  clause: 'Baseline Requirements 3.2.2.4, Appendix B',
  from: '2015-05-01',
  check(certificate) {
    const version2 =
      (certificate.notBefore.seconds ?? Infinity) < VERSION_2_ENDED &&
      hasPolicy(certificate, TlsPolicy.extendedValidation);
    const commonNames = certificate.subject.of(AttributeType.commonName).map(({ text }) => text ?? '');
    return [...new Set([...certificate.dnsNames, ...commonNames])]
      .filter((name) => /(?:^|\.)onion$/i.test(name))
      .filter((name) => !isVersion3(name) && !(version2 && VERSION_2.test(name)))
      .map((name) => `the name ${quoted(name)} is not an address of version 3 under onion`);
  },
});

const VERSION_2_ENDED = Date.UTC(2021, 9, 15) / 1000;
const VERSION_2 = /(?:^|\.)[a-z2-7]{16}\.onion$/i;
const VERSION_3 = /(?:^|\.)([a-z2-7]{56})\.onion$/i;

/** Returns whether a name ends in an address of version 3: a public key, two octets of its checksum, and the number 3, in Base 32. */
function isVersion3(name: string): boolean {
  const address = VERSION_3.exec(name)?.[1];
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

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
