import { ocspDataRule } from '../ocsp-rule.ts';

export const thisUpdateOrder = ocspDataRule({
  name: 'ocsp/this-update-order',
  clause: 'RFC 6960 §2.4',
  check: ({ producedAt, responses }) =>
    responses
      .filter(({ thisUpdate }) => (thisUpdate.seconds ?? -Infinity) > (producedAt.seconds ?? Infinity))
      .map(({ thisUpdate }) => `thisUpdate ${thisUpdate.text} comes after producedAt ${producedAt.text}`),
});
