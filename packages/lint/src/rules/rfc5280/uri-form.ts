import { isIa5, quoted } from '../../certificate/text.ts';
import { hasUriCharacters } from '../../certificate/uri.ts';
import { certificateRule } from '../certificate-rule.ts';

export const uriForm = certificateRule({
  name: 'rfc5280/uri-form',
  clause: 'RFC 3986 §2',
  check: (certificate) =>
    certificate
      .alternativeNamesOf('uniformResourceIdentifier')
      .flatMap((name) =>
        isIa5(name.text) && !hasUriCharacters(name.text)
          ? [`the uniformResourceIdentifier ${quoted(name.text)} has characters that no URI has`]
          : [],
      ),
});
