import { hex } from '../../ber/values.ts';
import { subtrees } from '../../certificate/subtrees.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsHostBits = certificateRule({
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
});
