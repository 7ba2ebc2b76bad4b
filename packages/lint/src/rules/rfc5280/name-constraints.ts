/** Rules on nameConstraints. */
import { hex } from '../../ber/values.ts';
import { isDomainName, isHostName } from '../../certificate/names/dns-name.ts';
import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { isMailbox } from '../../certificate/names/mailbox.ts';
import { subtrees } from '../../certificate/subtrees.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCritical } from '../checks/extensions.ts';

export const NAME_CONSTRAINT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/name-constraints-address',
    clause: 'RFC 5280 §4.2.1.10',
    check: (certificate) =>
      subtrees(certificate).flatMap(({ base }) => {
        if (base.kind !== 'iPAddress') return [];
        const { length } = base.octets;
        if (length !== 8 && length !== 32)
          return [`an iPAddress of nameConstraints has ${length} octets; 8 or 32 are right`];
        const mask = base.octets.subarray(length / 2);
        return isPrefix(mask) ? [] : [`the mask ${hex(mask)} of nameConstraints is not a prefix: ones, then zeros`];
      }),
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-critical',
    clause: 'RFC 5280 §4.2.1.10',
    check: checkCritical(nameConstraints),
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-host-bits',
    clause: 'RFC 4632 §3.1',
    level: 'warning',
    check: (certificate) =>
      subtrees(certificate).flatMap(({ base }) => {
        if (base.kind !== 'iPAddress') return [];
        const half = base.octets.length / 2;
        return base.octets.subarray(0, half).some((octet, at) => (octet & ~base.octets[half + at]!) !== 0)
          ? [`the iPAddress ${hex(base.octets)} of nameConstraints has bits beyond its mask`]
          : [];
      }),
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-kinds',
    clause: 'RFC 5280 §4.2.1.10',
    level: 'warning',
    check(certificate) {
      const value = certificate.value(nameConstraints);
      return [...(value?.permitted ?? []), ...(value?.excluded ?? [])]
        .filter(({ base: { kind } }) => kind === 'x400Address' || kind === 'ediPartyName' || kind === 'registeredID')
        .map(({ base: { kind } }) => `nameConstraints limits a ${kind}, which nobody checks`);
    },
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-maximum',
    clause: 'RFC 5280 §4.2.1.10',
    check(certificate) {
      const value = certificate.value(nameConstraints);
      return [...(value?.permitted ?? []), ...(value?.excluded ?? [])].some(({ maximum }) => maximum !== undefined)
        ? 'a subtree of nameConstraints has a maximum'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-minimum',
    clause: 'RFC 5280 §4.2.1.10',
    check(certificate) {
      const value = certificate.value(nameConstraints);
      return [...(value?.permitted ?? []), ...(value?.excluded ?? [])].some(({ minimum }) => minimum !== 0)
        ? 'a subtree of nameConstraints has a minimum other than 0'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-names',
    clause: 'RFC 5280 §4.2.1.10',
    level: 'warning',
    // An empty text is every name.
    check: (certificate) =>
      subtrees(certificate).flatMap(({ base }) => {
        if (base.kind === 'dNSName' && base.text !== '' && !isDomainName(base.text))
          return [`the dNSName ${quoted(base.text)} of nameConstraints is not a domain name`];
        if (base.kind === 'rfc822Name' && base.text !== '' && !isMailbox(base.text) && !isDomain(base.text))
          return [
            `the rfc822Name ${quoted(base.text)} of nameConstraints is not a mailbox, host, or domain after a dot`,
          ];
        return [];
      }),
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-not-empty',
    clause: 'RFC 5280 §4.2.1.10',
    check(certificate) {
      const value = certificate.value(nameConstraints);
      if (value === undefined) return undefined;
      if (value.permitted === undefined && value.excluded === undefined) return 'nameConstraints is empty';
      return value.permitted?.length === 0 || value.excluded?.length === 0
        ? 'nameConstraints has an empty list of subtrees'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-of-ca',
    clause: 'RFC 5280 §4.2.1.10',
    check: (certificate) =>
      certificate.extension(nameConstraints) !== undefined && !certificate.isCa
        ? 'nameConstraints is in a certificate that does not belong to a CA'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/name-constraints-uri-host',
    clause: 'RFC 5280 §4.2.1.10',
    check: (certificate) =>
      subtrees(certificate).flatMap(({ base }) =>
        base.kind === 'uniformResourceIdentifier' && !isHostName(base.text.replace(/^\./, ''))
          ? [`the URI constraint ${quoted(base.text)} is not a full host name`]
          : [],
      ),
  }),
];

/** Returns whether octets are ones and then zeros, as a mask of RFC 4632 is. */
function isPrefix(mask: Uint8Array): boolean {
  const end = mask.findIndex((octet) => octet !== 0xff);
  if (end === -1) return true;
  const rest = 0xff - mask[end]!;
  return (rest & (rest + 1)) === 0 && mask.subarray(end + 1).every((octet) => octet === 0);
}

function isDomain(text: string): boolean {
  return isDomainName(text.startsWith('.') ? text.slice(1) : text);
}
