import type { Document } from '../../../configuration/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import { type CertificateProfile, validatePublicKeyAgainstProfile } from '../../../profiles/index.ts';
import { KeyGenerationForbiddenError } from '../../errors.ts';

/**
 * Refuses a key that may not be generated here, before it is: the profile follows requirements under which a CA generates none, or does not allow
 * its algorithm, size or curve.
 *
 * @throws {@link KeyGenerationForbiddenError}, `profile.key_not_allowed`
 */
export function requireGeneratedKeyAllowed(
  { name, value }: Document<unknown, CertificateProfile>,
  plan: KeyPlan,
): void {
  // Baseline Requirements for TLS server certificates 6.1.1.3.
  if (value.baselineRequirements === 'TLS') throw new KeyGenerationForbiddenError(name);
  validatePublicKeyAgainstProfile(value, plan);
}
