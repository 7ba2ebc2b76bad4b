/** Requirements on the purposes of extKeyUsage, where it can be read. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';

interface Purposes {
  /** Problem of a certificate without the extension; none, unless given. */
  readonly missing?: string;
  readonly forbidden: ReadonlySet<string>;
  /** Problem of forbidden purposes. */
  readonly problem: (found: string) => string;
  /** Looks at purposes of which none is forbidden. */
  readonly check: (purposes: readonly string[]) => string | undefined;
}

/** Returns the check of what purposes there are. */
export function checkPurposes({ missing, forbidden, problem, check }: Purposes) {
  return (certificate: CertificateUnderLint) => {
    if (!certificate.extensions.has(extendedKeyUsage)) return missing;
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const found = purposes.filter((purpose) => forbidden.has(purpose));
    return found.length > 0 ? problem(found.join(', ')) : check(purposes);
  };
}

/** Returns the check that there are no purposes but those expected. @param problem - of the others that there are */
export function checkOthers(expected: ReadonlySet<string>, problem: (others: string) => string) {
  return (certificate: CertificateUnderLint) => {
    const others = (certificate.value(extendedKeyUsage) ?? []).filter((purpose) => !expected.has(purpose));
    return others.length > 0 ? problem(others.join(', ')) : undefined;
  };
}
