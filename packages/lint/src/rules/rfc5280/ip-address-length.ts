import { certificateRule } from '../certificate-rule.ts';

export const ipAddressLength = certificateRule({
  name: 'rfc5280/ip-address-length',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate
      .alternativeNamesOf('iPAddress')
      .flatMap((name) =>
        name.octets.length !== 4 && name.octets.length !== 16
          ? [`an iPAddress has ${name.octets.length} octets; 4 or 16 are right`]
          : [],
      ),
});
