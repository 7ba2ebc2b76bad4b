import { extendedRevoke } from '../../ocsp/ocsp-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const extendedRevokeNotCritical = ocspDataRule({
  name: 'ocsp/extended-revoke-not-critical',
  clause: 'RFC 6960 §4.4.8',
  check: ({ extensions }) =>
    extensions.find(extendedRevoke)?.critical === true ? 'extended-revoke is critical' : undefined,
});
