import { certificateRule } from '../certificate-rule.ts';

export const rdnNotEmpty = certificateRule({
  name: 'rfc5280/rdn-not-empty',
  clause: 'RFC 5280 Appendix A.1',
  check: ({ issuer, subject }) =>
    [
      { name: issuer, what: 'issuer' },
      { name: subject, what: 'subject' },
    ]
      .filter(({ name }) => name.rdns.some((rdn) => rdn.length === 0))
      .map(({ what }) => `the ${what} has a part without attributes; one attribute is the least`),
});
