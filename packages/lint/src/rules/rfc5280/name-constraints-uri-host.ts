import { isHostName } from '../../certificate/dns-name.ts';
import { subtrees } from '../../certificate/subtrees.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsUriHost = certificateRule({
  name: 'rfc5280/name-constraints-uri-host',
  clause: 'RFC 5280 §4.2.1.10',
  check: (certificate) =>
    subtrees(certificate).flatMap(({ base }) =>
      base.kind === 'uniformResourceIdentifier' && !isHostName(base.text.replace(/^\./, ''))
        ? [`the URI constraint ${quoted(base.text)} is no full host name`]
        : [],
    ),
});
