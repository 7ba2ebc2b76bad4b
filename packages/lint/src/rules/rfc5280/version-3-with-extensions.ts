import { certificateRule } from '../certificate-rule.ts';

export const version3WithExtensions = certificateRule({
  name: 'rfc5280/version-3-with-extensions',
  clause: 'RFC 5280 §4.1.2.1',
  check: ({ version, hasExtensions }) =>
    hasExtensions && version !== 3
      ? `a certificate with extensions is of version ${version}; 3 is required`
      : undefined,
});
