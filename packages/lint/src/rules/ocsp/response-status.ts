import { ocspRule } from '../ocsp-rule.ts';

export const responseStatus = ocspRule({
  name: 'ocsp/response-status',
  clause: 'RFC 6960 §4.2.1',
  check: ({ status }) =>
    STATUSES.has(status) ? undefined : `the responseStatus ${status} is none; 0 through 3, 5 and 6 are`,
});

const STATUSES: ReadonlySet<number> = new Set([0, 1, 2, 3, 5, 6]);
