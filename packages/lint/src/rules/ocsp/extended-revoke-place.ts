import { extendedRevoke } from '../../ocsp/ocsp-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const extendedRevokePlace = ocspDataRule({
  name: 'ocsp/extended-revoke-place',
  clause: 'RFC 6960 §4.4.8',
  check: ({ responses }) =>
    responses.some(({ extensions }) => extensions.has(extendedRevoke))
      ? 'extended-revoke is in singleExtensions; it belongs into responseExtensions'
      : undefined,
});
