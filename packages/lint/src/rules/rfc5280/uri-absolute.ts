import { quoted } from '../../certificate/text.ts';
import { isAbsoluteUri } from '../../certificate/uri.ts';
import { certificateRule } from '../certificate-rule.ts';

export const uriAbsolute = certificateRule({
  name: 'rfc5280/uri-absolute',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate
      .alternativeNamesOf('uniformResourceIdentifier')
      .flatMap((name) =>
        name.text !== '' && !isAbsoluteUri(name.text)
          ? [`the uniformResourceIdentifier ${quoted(name.text)} has no scheme, or nothing behind it`]
          : [],
      ),
});
