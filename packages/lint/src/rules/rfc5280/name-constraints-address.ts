import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsAddress = certificateRule({
  name: 'rfc5280/name-constraints-address',
  clause: 'RFC 5280 §4.2.1.10',
  level: 'error',
  check(certificate) {
    const value = certificate.value(nameConstraints);
    return [...(value?.permitted ?? []), ...(value?.excluded ?? [])].flatMap(({ base }) =>
      base.kind === 'iPAddress' && base.octets.length !== 8 && base.octets.length !== 32
        ? [`an iPAddress of nameConstraints has ${base.octets.length} octets; 8 or 32 are right`]
        : [],
    );
  },
});
