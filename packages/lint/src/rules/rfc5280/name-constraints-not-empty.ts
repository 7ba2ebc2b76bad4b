import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsNotEmpty = certificateRule({
  name: 'rfc5280/name-constraints-not-empty',
  clause: 'RFC 5280 §4.2.1.10',
  check(certificate) {
    const value = certificate.value(nameConstraints);
    if (value === undefined) return undefined;
    if (value.permitted === undefined && value.excluded === undefined) return 'nameConstraints is empty';
    return value.permitted?.length === 0 || value.excluded?.length === 0
      ? 'nameConstraints has an empty list of subtrees'
      : undefined;
  },
});
