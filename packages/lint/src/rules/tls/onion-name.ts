import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

/** Names of services of Tor: of version 3, and of version 2 as long as there were any, for extended validation. */
export const onionName = certificateRule({
  name: 'tls/onion-name',
  clause: 'Baseline Requirements 3.2.2.4, Appendix B',
  level: 'error',
  from: '2015-05-01',
  check(certificate) {
    const version2 =
      (certificate.notBefore.seconds ?? Infinity) < VERSION_2_ENDED &&
      hasPolicy(certificate, TlsPolicy.extendedValidation);
    const commonNames = certificate.subject.of(AttributeType.commonName).map(({ text }) => text ?? '');
    return [...new Set([...certificate.dnsNames, ...commonNames])]
      .filter((name) => /(?:^|\.)onion$/i.test(name))
      .filter((name) => !VERSION_3.test(name) && !(version2 && VERSION_2.test(name)))
      .map((name) => `the name ${quoted(name)} is not an address of version 3 under onion`);
  },
});

const VERSION_2_ENDED = Date.UTC(2021, 9, 15) / 1000;
const VERSION_2 = /(?:^|\.)[a-z2-7]{16}\.onion$/i;
/** The last of the 35 octets is the version, 3: in Base 32 it is the last character and three bits of the one before. */
const VERSION_3 = /(?:^|\.)[a-z2-7]{54}[aiqy]d\.onion$/i;
