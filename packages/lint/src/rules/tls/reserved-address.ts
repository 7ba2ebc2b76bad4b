import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { addressText, isReservedAddress, isReservedAddressText } from '../../certificate/reserved-addresses.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const reservedAddress = certificateRule({
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
});
