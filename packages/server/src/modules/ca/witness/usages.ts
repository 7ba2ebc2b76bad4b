/** Usages and purposes of the key. */
import { extendedKeyUsage, keyUsage as keyUsageForm } from '@sealwright/lint';
import { listed, sameTexts, type SharedExpectation, type WitnessCheck } from './check.ts';
import { isOthers, mayBeRequested } from './overrides.ts';

export const keyUsage: WitnessCheck<SharedExpectation> = {
  name: 'profile/key-usage',
  check(certificate, expected) {
    const { profile } = expected;
    const usages = certificate.value(keyUsageForm)?.usages;
    if (usages === undefined) return undefined;
    if (profile.type === 'END_ENTITY' && usages.has('keyCertSign'))
      return 'the key usage has keyCertSign; the certificate profile is of end entities';
    if (profile.allowKeyUsageOverride || profile.keyUsage === undefined) return undefined;
    if (isOthers(keyUsageForm.oid, expected)) return undefined;
    if (profile.keyUsage.usages.length === 0 && mayBeRequested(keyUsageForm.oid, profile)) return undefined;
    const allowed: ReadonlySet<string> = new Set(profile.keyUsage.usages);
    // Usages that the key cannot have are left out; a rule of RFC 5280 covers the rest.
    if ([...usages].every((usage) => allowed.has(usage))) return undefined;
    return `the key usage is ${listed(usages)}; by the certificate profile at most ${listed(allowed)}`;
  },
};

export const purposes: WitnessCheck<SharedExpectation> = {
  name: 'profile/extended-key-usage',
  check(certificate, expected) {
    const settings = expected.profile.extendedKeyUsage;
    const found = certificate.value(extendedKeyUsage);
    if (found === undefined || settings === undefined || settings.purposes.length === 0) return undefined;
    if (sameTexts(found, settings.purposes) || isOthers(extendedKeyUsage.oid, expected)) return undefined;
    return `the extended key usage is ${listed(found)}; by the certificate profile ${listed(settings.purposes)}`;
  },
};
