import type { AccessControl, Administrator, HolderNames } from '../../access/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import { ReservedNameError } from './errors.ts';

/**
 * Requires that a certificate with these names gives its holder no rights that the administrator lacks. Role members can be identified by their names
 * or by the serial numbers of their certificates.
 *
 * @throws {@link ReservedNameError} at a CA that reserves such names
 */
export async function requireUnreserved(
  access: Pick<AccessControl, 'findRoleBeyond'>,
  administrator: Administrator,
  { id, name, settings }: Pick<CertificateAuthority, 'id' | 'name' | 'settings'>,
  names: HolderNames,
): Promise<void> {
  if (!settings.reservesNamesOfRoles) return;
  if ((await access.findRoleBeyond(administrator, id, names)) !== undefined) throw new ReservedNameError(name);
}
