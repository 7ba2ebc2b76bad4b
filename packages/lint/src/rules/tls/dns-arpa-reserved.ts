import { isReservedAddress } from '../../certificate/reserved-addresses.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsArpaReserved = certificateRule({
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
});

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
