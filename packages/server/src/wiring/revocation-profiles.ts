import type { RevocationProfiles } from '../modules/ca/index.ts';
import type { Configuration } from '../modules/configuration/index.ts';
import { certificateProfileType } from '../modules/profiles/index.ts';

/** What revocation asks of certificate profiles. A profile that is gone allows nothing. */
export function revocationProfiles(configuration: Configuration): RevocationProfiles {
  return {
    async backdating(certificateProfileId) {
      const profile = await configuration.findById(certificateProfileType, certificateProfileId);
      if (profile === undefined) return { allowed: false, profileName: String(certificateProfileId) };
      return { allowed: profile.value.allowBackdatedRevocation, profileName: profile.name };
    },
  };
}
