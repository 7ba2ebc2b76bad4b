import { isReason } from '../../crl/entry-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const reasonValue = ocspDataRule({
  name: 'ocsp/reason-value',
  clause: 'RFC 5280 §5.3.1',
  check: ({ responses }) =>
    responses.flatMap(({ status }) =>
      status.kind === 'revoked' && status.reason !== undefined && !isReason(status.reason)
        ? [`the reason ${status.reason} is none; 0 through 6 and 8 through 10 are`]
        : [],
    ),
});
