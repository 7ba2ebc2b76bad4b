import { ocspDataRule } from '../ocsp-rule.ts';

export const version1 = ocspDataRule({
  name: 'ocsp/version-1',
  clause: 'RFC 6960 §4.2.2.3',
  check: ({ version }) => (version === 1 ? undefined : `the response is of version ${version}; 1 is required`),
});
