/** Rules on the other fields of the signed data. */
import { ocspDataRule, type OcspRule } from '../ocsp-rule.ts';

export const FIELD_RULES: readonly OcspRule[] = [
  ocspDataRule({
    name: 'ocsp/default-not-written',
    clause: 'X.690 §11.5',
    check({ version, versionElement, allExtensions }) {
      if (version === 1 && versionElement !== undefined) return 'version 1 is written, which is the default';
      return allExtensions.flatMap(({ all }) =>
        all
          .filter(({ critical, criticalElement }) => criticalElement !== undefined && !critical)
          .map(({ oid }) => `critical FALSE of the extension ${oid} is written, which is the default`),
      );
    },
  }),
  ocspDataRule({
    name: 'ocsp/responder-id',
    clause: 'RFC 6960 §4.2.1',
    check({ responder }) {
      if (responder.kind === 'byName') return responder.name.isEmpty ? 'the responder is an empty name' : undefined;
      return responder.hash.length === 20
        ? undefined
        : `the hash of the key of the responder has ${responder.hash.length} octets; 20 of SHA-1 are required`;
    },
  }),
  ocspDataRule({
    name: 'ocsp/version-1',
    clause: 'RFC 6960 §4.2.2.3',
    check: ({ version }) => (version === 1 ? undefined : `the response is of version ${version}; 1 is required`),
  }),
];
