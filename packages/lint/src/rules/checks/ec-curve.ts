import { oidText, Tag } from '../../ber/values.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';

/** Checks that an EC key is on P-256, P-384 or P-521. */
export function checkNistCurve({
  publicKey: { algorithm },
}: Pick<CertificateUnderLint, 'publicKey'>): string | undefined {
  if (algorithm.oid !== KeyAlgorithm.ecPublicKey) return undefined;
  const { parameters } = algorithm;
  const curve = parameters?.tag === Tag.objectIdentifier ? oidText(parameters) : undefined;
  return curve !== undefined && CURVES.has(curve)
    ? undefined
    : `the EC key is on the curve ${curve ?? 'of no name'}; P-256, P-384 and P-521 are allowed`;
}

const CURVES: ReadonlySet<string> = new Set(['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35']);
