import { ocspDataRule } from '../ocsp-rule.ts';

export const responsesNotEmpty = ocspDataRule({
  name: 'ocsp/responses-not-empty',
  clause: 'RFC 6960 §2.2',
  check: ({ responses }) => (responses.length === 0 ? 'the response has the status of no certificate' : undefined),
});
