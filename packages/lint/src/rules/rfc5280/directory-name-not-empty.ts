import { certificateRule } from '../certificate-rule.ts';

export const directoryNameNotEmpty = certificateRule({
  name: 'rfc5280/directory-name-not-empty',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate.alternativeNamesOf('directoryName').some(({ name }) => name.isEmpty)
      ? 'a directoryName is an empty name'
      : undefined,
});
