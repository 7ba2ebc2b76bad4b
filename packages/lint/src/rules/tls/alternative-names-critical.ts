import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNamesCritical = certificateRule({
  name: 'tls/alternative-names-critical',
  clause: 'Baseline Requirements 7.1.2.7.12',
  level: 'warning',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.extension(subjectAltName)?.critical === true && !certificate.subject.isEmpty
      ? 'subjectAltName is critical beside a subject'
      : undefined,
});
