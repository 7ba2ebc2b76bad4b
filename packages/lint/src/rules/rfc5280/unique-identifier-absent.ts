import { certificateRule } from '../certificate-rule.ts';

export const uniqueIdentifierAbsent = certificateRule({
  name: 'rfc5280/unique-identifier-absent',
  clause: 'RFC 5280 §4.1.2.8',
  from: '2008-05-01',
  check: ({ issuerUniqueId, subjectUniqueId }) =>
    issuerUniqueId === undefined && subjectUniqueId === undefined
      ? undefined
      : 'an issuer or subject unique identifier is present; new certificates have none',
});
