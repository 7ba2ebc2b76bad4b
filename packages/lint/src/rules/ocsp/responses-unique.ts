import { repeated } from '../../certificate/repeated.ts';
import { hex } from '../../ber/values.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const responsesUnique = ocspDataRule({
  name: 'ocsp/responses-unique',
  clause: 'RFC 6960 §2.2',
  level: 'warning',
  check: ({ responses }) =>
    repeated(responses.map(({ id }) => hex(id.raw))).map(() => 'the response has two statuses of one certificate'),
});
