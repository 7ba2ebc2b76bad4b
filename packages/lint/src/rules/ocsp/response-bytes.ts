import { SUCCESSFUL } from '../../ocsp/ocsp-response-under-lint.ts';
import { ocspRule } from '../ocsp-rule.ts';

export const responseBytes = ocspRule({
  name: 'ocsp/response-bytes',
  clause: 'RFC 6960 §4.2.1',
  check({ status, responseType }) {
    if (status === SUCCESSFUL)
      return responseType === undefined ? 'a successful response has no responseBytes' : undefined;
    return responseType === undefined ? undefined : `a response of the status ${status} has responseBytes`;
  },
});
