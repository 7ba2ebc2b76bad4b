/** Parts of a certificate that a request or an end entity may determine instead of the profile. */
import { flag, oids } from '../../common/index.ts';

export const overrideSettings = {
  allowValidityOverride: flag(
    false,
    'Lets a request ask for a shorter validity within the one of the profile. Otherwise what it asks for is ignored, or refused with `Prefer: handling=strict`.',
  ),
  allowExtensionOverride: flag(false, 'Lets a request bring extensions of its own. The two lists below say which.'),
  overridableExtensionOids: oids(
    'Overridable Extension OIDs',
    'Object identifiers of the extensions that a request may bring or replace. Empty: any that the profile itself does not write.',
  ),
  nonOverridableExtensionOids: oids(
    'Non-overridable Extension OIDs',
    'Object identifiers of extensions that a request may never bring.',
  ),
  allowKeyUsageOverride: flag(false, 'Lets a request choose the key usage, in a profile that writes one.'),
  allowSubjectDnOverride: flag(
    false,
    'Would take the subject of the request instead of the one of the end entity. Kept, and without effect.',
    'Allow Subject DN Override',
  ),
  allowSubjectDnOverrideByEndEntityInformation: flag(
    false,
    'Would take the subject as the end entity has it, unchanged. Kept, and without effect.',
    'Allow Subject DN Override by End Entity Information',
  ),
  allowCertificateSerialNumberOverride: flag(
    false,
    'Lets an end entity have a serial number for its next certificate, where its end entity profile does, too.',
  ),
  allowBackdatedRevocation: flag(false, 'Lets a revocation of a certificate of the profile name a date in the past.'),
};
