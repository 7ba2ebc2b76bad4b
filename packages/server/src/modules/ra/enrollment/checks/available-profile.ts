import type { CertificateAuthority } from '../../../ca/index.ts';
import type { Document } from '../../../configuration/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import { ProfileNotAvailableError } from '../../errors/index.ts';

/** Refuses a certificate profile that is not available to the CA. @throws {@link ProfileNotAvailableError} */
export function requireAvailable(
  authority: Pick<CertificateAuthority, 'id' | 'name'>,
  { name, value: { availableCas } }: Document<unknown, CertificateProfile>,
): void {
  if (availableCas === 'any' || availableCas.has(authority.id)) return;
  throw new ProfileNotAvailableError(`Certificate profile '${name}' is not available to the CA '${authority.name}'.`);
}
