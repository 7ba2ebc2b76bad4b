import { oidText, Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecCurve = certificateRule({
  name: 'tls/ec-curve',
  clause: 'Baseline Requirements 6.1.5',
  level: 'error',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey,
  check({ publicKey: { algorithm } }) {
    const { parameters } = algorithm;
    const curve = parameters?.tag === Tag.objectIdentifier ? oidText(parameters) : undefined;
    return curve !== undefined && CURVES.has(curve)
      ? undefined
      : `the EC key is on the curve ${curve ?? 'of no name'}; P-256, P-384 and P-521 are allowed`;
  },
});

const CURVES: ReadonlySet<string> = new Set(['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35']);
