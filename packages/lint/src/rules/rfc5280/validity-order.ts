import { certificateRule } from '../certificate-rule.ts';

export const validityOrder = certificateRule({
  name: 'rfc5280/validity-order',
  clause: 'RFC 5280 §4.1.2.5',
  check: ({ notBefore, notAfter }) =>
    notBefore.seconds !== undefined && notAfter.seconds !== undefined && notAfter.seconds < notBefore.seconds
      ? `notAfter ${notAfter.text} comes before notBefore ${notBefore.text}`
      : undefined,
});
