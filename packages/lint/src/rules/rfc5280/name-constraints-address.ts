import { hex } from '../../ber/values.ts';
import { subtrees } from '../../certificate/subtrees.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsAddress = certificateRule({
  name: 'rfc5280/name-constraints-address',
  clause: 'RFC 5280 §4.2.1.10',
  check: (certificate) =>
    subtrees(certificate).flatMap(({ base }) => {
      if (base.kind !== 'iPAddress') return [];
      const { length } = base.octets;
      if (length !== 8 && length !== 32)
        return [`an iPAddress of nameConstraints has ${length} octets; 8 or 32 are right`];
      const mask = base.octets.subarray(length / 2);
      return isPrefix(mask) ? [] : [`the mask ${hex(mask)} of nameConstraints is no prefix: ones, then zeros`];
    }),
});

/** Returns whether octets are ones and then zeros, as a mask of RFC 4632 is. */
function isPrefix(mask: Uint8Array): boolean {
  const end = mask.findIndex((octet) => octet !== 0xff);
  if (end === -1) return true;
  const rest = 0xff - mask[end]!;
  return (rest & (rest + 1)) === 0 && mask.subarray(end + 1).every((octet) => octet === 0);
}
