import { isIa5, quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const uriText = certificateRule({
  name: 'rfc5280/uri-text',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate
      .alternativeNamesOf('uniformResourceIdentifier')
      .flatMap((name) =>
        !isIa5(name.text) ? [`the uniformResourceIdentifier ${quoted(name.text)} is not of ASCII`] : [],
      ),
});
