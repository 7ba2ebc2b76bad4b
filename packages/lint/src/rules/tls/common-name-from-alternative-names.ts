import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { addressText } from '../../certificate/reserved-addresses.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNameFromAlternativeNames = certificateRule({
  name: 'tls/common-name-from-alternative-names',
  clause: 'Baseline Requirements 7.1.4.3',
  from: '2012-07-01',
  until: '2021-08-25',
  appliesTo: ({ isCa }) => !isCa,
  check(certificate) {
    const names = namesOf(certificate).map((name) => name.toLowerCase());
    return certificate.subject
      .of(AttributeType.commonName)
      .filter(({ text }) => text !== '' && !names.includes((text ?? '').toLowerCase()))
      .map(({ text }) => `the commonName ${quoted(text ?? '')} is not in subjectAltName`);
  },
});

function namesOf(certificate: CertificateUnderLint): readonly string[] {
  return (certificate.value(subjectAltName) ?? []).flatMap((name) => {
    if (name.kind === 'dNSName') return [name.text];
    return name.kind === 'iPAddress' ? [addressText(name.octets)] : [];
  });
}
