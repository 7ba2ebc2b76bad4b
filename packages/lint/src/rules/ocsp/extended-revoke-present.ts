import { extendedRevoke } from '../../ocsp/ocsp-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const extendedRevokePresent = ocspDataRule({
  name: 'ocsp/extended-revoke-present',
  clause: 'RFC 6960 §2.2',
  check: ({ responses, extensions }) =>
    responses.some(({ status }) => status.kind === 'revoked' && status.time.seconds === 0) &&
    !extensions.has(extendedRevoke)
      ? 'a certificate that was never issued is revoked as of 1970, without the extension extended-revoke'
      : undefined,
});
