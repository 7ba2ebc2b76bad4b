import { certificateRule } from '../certificate-rule.ts';

export const edwardsParameters = certificateRule({
  name: 'rfc5280/edwards-parameters',
  clause: 'RFC 8410 §3',
  from: '2018-08-01',
  check: ({ algorithm, publicKey }) =>
    [algorithm, publicKey.algorithm]
      .filter(({ oid, parameters }) => /^1\.3\.101\.11[0-3]$/.test(oid) && parameters !== undefined)
      .map(({ oid }) => `the algorithm ${oid} has parameters; they have to be absent`),
});
