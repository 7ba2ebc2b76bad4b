import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameKinds = certificateRule({
  name: 'tls/alternative-name-kinds',
  clause: 'Baseline Requirements 7.1.2.7.12',
  from: '2012-07-01',
  check: (certificate) =>
    (certificate.value(subjectAltName) ?? [])
      .filter(({ kind }) => kind !== 'dNSName' && kind !== 'iPAddress')
      .map(({ kind }) => `subjectAltName has a ${kind}; dNSName and iPAddress are allowed`),
});
