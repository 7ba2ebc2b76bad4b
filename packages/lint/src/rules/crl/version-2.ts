import { crlRule } from '../crl-rule.ts';

export const version2 = crlRule({
  name: 'crl/version-2',
  clause: 'RFC 5280 §5.1.2.1',
  check: ({ head: { version } }) => (version === 2 ? undefined : `the CRL is of version ${version}; 2 is required`),
});
