import type { CertificateProfile } from './certificate-profile.ts';
import { NameConstraintsNotAllowedError, SerialNumberNotAllowedError } from '../common/index.ts';

/**
 * Requires that the certificate profile allows these members of an end entity.
 *
 * @throws {@link SerialNumberNotAllowedError}, {@link NameConstraintsNotAllowedError}
 */
export function requireIssuanceDataAllowed(
  {
    name,
    value,
  }: {
    readonly name: string;
    readonly value: Pick<CertificateProfile, 'allowSerialNumberOverride' | 'nameConstraints'>;
  },
  { namesSerialNumber, constrainsNames }: { readonly namesSerialNumber: boolean; readonly constrainsNames: boolean },
): void {
  if (namesSerialNumber && !value.allowSerialNumberOverride) throw new SerialNumberNotAllowedError(name);
  if (constrainsNames && !value.nameConstraints) throw new NameConstraintsNotAllowedError(name);
}
