/** Subtrees of name constraints, permitted and excluded alike. */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { type GeneralSubtree, nameConstraints } from './extensions/name-constraints.ts';

/** Returns the subtrees in their order. */
export function subtrees(certificate: CertificateUnderLint): readonly GeneralSubtree[] {
  const value = certificate.value(nameConstraints);
  return value === undefined ? [] : [...(value.permitted ?? []), ...(value.excluded ?? [])];
}
