import type { Extension } from '@sealwright/pki';
import { sameOctets, type SharedExpectation, type WitnessCheck } from './check.ts';
import { mayReplace } from './overrides.ts';

/** Extensions with the same value in every certificate: policies, QC statements, ... */
export const constants: WitnessCheck<SharedExpectation> = {
  name: 'profile/constant-extensions',
  check({ extensions }, { profile: { constantExtensions, extensionOverride }, ownExtensions }) {
    const differs = ({ oid, value }: Extension) => {
      const found = extensions.find({ oid });
      return found !== undefined && !sameOctets(found.value, value);
    };
    const isOwn = (oid: string) => ownExtensions.some((own) => own.oid === oid);
    const wrong =
      ownExtensions.find(differs) ??
      constantExtensions.find((each) => differs(each) && !isOwn(each.oid) && !mayReplace(each.oid, extensionOverride));
    return wrong && `the extension ${wrong.oid} has another value than its settings say`;
  },
};
