import type { Document } from '../../../configuration/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import { type CertificateProfile, validatePublicKeyAgainstProfile } from '../../../profiles/index.ts';
import { KeyGenerationForbiddenError } from '../../errors/index.ts';

/**
 * Refuses a key before it is generated here, if the profile follows requirements under which a CA generates no keys, or does not allow its algorithm,
 * size or curve.
 *
 * @throws {@link KeyGenerationForbiddenError}, `profile.key_not_allowed`
 */
export function requireGeneratedKeyAllowed(
  { name, value }: Document<unknown, CertificateProfile>,
  plan: KeyPlan,
): void {
  const { baselineRequirements } = value;
  if (baselineRequirements === 'TLS' || baselineRequirements === 'CODE_SIGNING')
    throw new KeyGenerationForbiddenError(name, baselineRequirements);
  validatePublicKeyAgainstProfile(value, plan);
}
