import type { CertificateProfile } from './certificate-profile.ts';
import {
  type EndEntityExtension,
  ExtensionNotAllowedError,
  NameConstraintsNotAllowedError,
  SerialNumberNotAllowedError,
} from '../common/index.ts';
import { EXTENSION_SETTINGS } from './settings/end-entity-extension-settings.ts';

/**
 * Requires that the certificate profile allows these members of an end entity.
 *
 * @throws {@link SerialNumberNotAllowedError}, {@link NameConstraintsNotAllowedError}, {@link ExtensionNotAllowedError}
 */
export function requireIssuanceDataAllowed(
  {
    name,
    value,
  }: {
    readonly name: string;
    readonly value: Pick<CertificateProfile, 'allowSerialNumberOverride' | 'endEntityExtensions' | 'nameConstraints'>;
  },
  {
    namesSerialNumber,
    constrainsNames,
    extensions,
  }: {
    readonly namesSerialNumber: boolean;
    readonly constrainsNames: boolean;
    readonly extensions: readonly EndEntityExtension[];
  },
): void {
  if (namesSerialNumber && !value.allowSerialNumberOverride) throw new SerialNumberNotAllowedError(name);
  if (constrainsNames && !value.nameConstraints) throw new NameConstraintsNotAllowedError(name);
  const refused = extensions.find((extension) => !value.endEntityExtensions.has(extension));
  if (refused !== undefined) throw new ExtensionNotAllowedError(name, EXTENSION_SETTINGS[refused]);
}
