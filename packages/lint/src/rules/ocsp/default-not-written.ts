import { ocspDataRule } from '../ocsp-rule.ts';

export const defaultNotWritten = ocspDataRule({
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
});
