import { ocspDataRule } from '../ocsp-rule.ts';

export const revocationTimeOrder = ocspDataRule({
  name: 'ocsp/revocation-time-order',
  clause: 'RFC 6960 §2.4',
  level: 'warning',
  check: ({ producedAt, responses }) =>
    responses.flatMap(({ status }) =>
      status.kind === 'revoked' && (status.time.seconds ?? -Infinity) > (producedAt.seconds ?? Infinity)
        ? [`revocationTime ${status.time.text} comes after producedAt ${producedAt.text}`]
        : [],
    ),
});
