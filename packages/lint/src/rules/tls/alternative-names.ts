/** Rules on subjectAltName, and on common names, which repeat it. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { addressText } from '../../certificate/names/reserved-addresses.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkPresent } from '../checks/extensions.ts';

export const ALTERNATIVE_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/alternative-name-kinds',
    clause: 'Baseline Requirements 7.1.2.7.12',
    from: '2012-07-01',
    check: (certificate) =>
      (certificate.value(subjectAltName) ?? [])
        .filter(({ kind }) => kind !== 'dNSName' && kind !== 'iPAddress')
        .map(({ kind }) => `subjectAltName has a ${kind}; dNSName and iPAddress are allowed`),
  }),
  certificateRule({
    name: 'tls/alternative-names-critical',
    clause: 'Baseline Requirements 7.1.2.7.12',
    level: 'warning',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      certificate.extension(subjectAltName)?.critical === true && !certificate.subject.isEmpty
        ? 'subjectAltName is critical although there is a subject'
        : undefined,
  }),
  certificateRule({
    name: 'tls/alternative-names-present',
    clause: 'Baseline Requirements 7.1.2.7.6',
    from: '2012-07-01',
    appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
    check: checkPresent(subjectAltName),
  }),
  certificateRule({
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
  }),
  certificateRule({
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
  }),
  certificateRule({
    name: 'tls/common-name-not-recommended',
    clause: 'Baseline Requirements 7.1.2.7.2',
    level: 'warning',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
    check: ({ subject }) => (subject.has(AttributeType.commonName) ? 'the subject has a commonName' : undefined),
  }),
];

function namesOf(certificate: CertificateUnderLint): readonly string[] {
  return (certificate.value(subjectAltName) ?? []).flatMap((name) => {
    if (name.kind === 'dNSName') return [name.text];
    return name.kind === 'iPAddress' ? [addressText(name.octets)] : [];
  });
}
