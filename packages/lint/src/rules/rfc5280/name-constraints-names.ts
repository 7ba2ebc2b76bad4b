import { isDomainName } from '../../certificate/dns-name.ts';
import { isMailbox } from '../../certificate/mailbox.ts';
import { subtrees } from '../../certificate/subtrees.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsNames = certificateRule({
  name: 'rfc5280/name-constraints-names',
  clause: 'RFC 5280 §4.2.1.10',
  level: 'warning',
  // An empty text is every name.
  check: (certificate) =>
    subtrees(certificate).flatMap(({ base }) => {
      if (base.kind === 'dNSName' && base.text !== '' && !isDomainName(base.text))
        return [`the dNSName ${quoted(base.text)} of nameConstraints is no domain name`];
      if (base.kind === 'rfc822Name' && base.text !== '' && !isMailbox(base.text) && !isDomain(base.text))
        return [`the rfc822Name ${quoted(base.text)} of nameConstraints is no mailbox, host, or domain after a dot`];
      return [];
    }),
});

function isDomain(text: string): boolean {
  return isDomainName(text.startsWith('.') ? text.slice(1) : text);
}
