import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameNotEmpty = certificateRule({
  name: 'rfc5280/alternative-name-not-empty',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate.unusualTextNames.filter(({ text }) => text === '').map(({ kind }) => `a ${kind} is empty`),
});
