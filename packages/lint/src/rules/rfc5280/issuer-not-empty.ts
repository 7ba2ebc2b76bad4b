import { type Issued, commonRule } from '../common-rule.ts';

export const issuerNotEmpty = commonRule<Issued>({
  name: 'rfc5280/issuer-not-empty',
  clause: 'RFC 5280 §4.1.2.4',
  from: '1999-01-01',
  check: ({ issuer }) => (issuer.isEmpty ? 'the issuer is an empty name' : undefined),
});
