import { requestRule } from '../request-rule.ts';

export const version1 = requestRule({
  name: 'request/version-1',
  clause: 'RFC 2986 §4.1',
  check: ({ version }) => (version === 1 ? undefined : `the request is of version ${version}; 1 is required`),
});
