import { hex } from '../../ber/values.ts';
import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { isReservedAddress } from '../../certificate/reserved-addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const reservedAddressConstraint = certificateRule({
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
});
