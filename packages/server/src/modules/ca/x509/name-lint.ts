import type { Lint } from '../issuance/index.ts';
import { findNameFaults, hasNameRules, namesToBeSigned } from '../names/index.ts';

/** Lint of the names in certificates against the name rules of their profile, wherever the names come from. */
export const nameLint: Lint = {
  name: 'names',
  async check(toBeSigned) {
    if (toBeSigned.kind !== 'certificate' || !hasNameRules(toBeSigned.expected.profile)) return [];
    const found = await findNameFaults(toBeSigned.expected.profile, namesToBeSigned(toBeSigned.bytes));
    return found.map(({ rule, treatment, message }) => ({
      severity: treatment === 'REFUSE' ? 'refuse' : 'warn',
      message: `${message} (nameRules.${rule})`,
    }));
  },
};
