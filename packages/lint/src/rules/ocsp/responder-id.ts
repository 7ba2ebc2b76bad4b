import { ocspDataRule } from '../ocsp-rule.ts';

export const responderId = ocspDataRule({
  name: 'ocsp/responder-id',
  clause: 'RFC 6960 §4.2.1',
  check({ responder }) {
    if (responder.kind === 'byName') return responder.name.isEmpty ? 'the responder is an empty name' : undefined;
    return responder.hash.length === 20
      ? undefined
      : `the hash of the key of the responder has ${responder.hash.length} octets; 20 of SHA-1 are required`;
  },
});
