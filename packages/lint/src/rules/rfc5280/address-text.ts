import { isIa5, quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const addressText = certificateRule({
  name: 'rfc5280/address-text',
  clause: 'RFC 5280 §7.4',
  check: ({ pointingUris }) =>
    pointingUris
      .filter(({ uri }) => !isIa5(uri))
      .map(({ extension, uri }) => `the URI ${quoted(uri)} of ${extension} is not of ASCII`),
});
