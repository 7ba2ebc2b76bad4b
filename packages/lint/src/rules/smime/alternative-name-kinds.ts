import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameKinds = certificateRule({
  name: 'smime/alternative-name-kinds',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    (certificate.value(subjectAltName) ?? [])
      .filter(({ kind }) => !KINDS.has(kind))
      .map(({ kind }) => `subjectAltName has a ${kind}; rfc822Name, otherName and directoryName are allowed`),
});

const KINDS: ReadonlySet<string> = new Set(['rfc822Name', 'otherName', 'directoryName']);
