import { sameOctets, type SharedExpectation, type WitnessCheck } from './check.ts';

/** Signature algorithm: that of the profile, or else of the CA. */
export const signatureAlgorithm: WitnessCheck<SharedExpectation> = {
  name: 'profile/signature-algorithm',
  check({ algorithm: { element, oid } }, { profile, settings }) {
    const right = profile.signatureAlgorithm ?? settings.signatureAlgorithm;
    if (right === undefined || sameOctets(element.raw, right.der)) return undefined;
    return `the signature algorithm is ${oid}; by its settings it is ${right.name} (${right.oid})`;
  },
};
