import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';

/** Finds a limit of the length of paths in a root, where relying parties would not look for it. */
export function pathLengthOfRoot(certificate: CertificateUnderLint): string | undefined {
  return certificate.value(basicConstraints)?.pathLength === undefined
    ? undefined
    : 'basicConstraints of a root has a pathLenConstraint';
}
