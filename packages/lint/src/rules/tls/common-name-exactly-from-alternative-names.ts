import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { addressText } from '../../certificate/reserved-addresses.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNameExactlyFromAlternativeNames = certificateRule({
  name: 'tls/common-name-exactly-from-alternative-names',
  clause: 'Baseline Requirements 7.1.4.3',
  from: '2021-08-25',
  appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
  check(certificate) {
    const names = new Set(
      (certificate.value(subjectAltName) ?? []).flatMap((name) => {
        if (name.kind === 'dNSName') return [name.text];
        return name.kind === 'iPAddress' ? [addressText(name.octets)] : [];
      }),
    );
    return certificate.subject
      .of(AttributeType.commonName)
      .filter(({ text }) => !names.has(text ?? ''))
      .map(
        ({ text }) => `the commonName ${quoted(text ?? '')} is not a name of subjectAltName, character for character`,
      );
  },
});
