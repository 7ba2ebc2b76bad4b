import { crlRule } from '../crl-rule.ts';

export const nextUpdatePresent = crlRule({
  name: 'crl/next-update-present',
  clause: 'RFC 5280 §5.1.2.5',
  check: ({ head: { nextUpdate } }) =>
    nextUpdate === undefined ? 'there is no nextUpdate; one is required' : undefined,
});
