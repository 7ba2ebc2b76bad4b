import { basicConstraints as form } from '@sealwright/lint';
import type { SharedExpectation, WitnessCheck } from './check.ts';

/** Basic constraints: the CA flag and the path length. */
export const basicConstraints: WitnessCheck<SharedExpectation> = {
  name: 'profile/basic-constraints',
  check(certificate, { profile: { type, basicConstraints: settings } }) {
    const { ca, pathLength } = certificate.value(form) ?? NONE;
    const isCa = type !== 'END_ENTITY';
    if (ca !== isCa) return `it is ${ca ? 'a CA' : 'not a CA'}; the certificate profile is of ${type}`;
    const right = isCa ? settings?.pathLength : undefined;
    return pathLength === right
      ? undefined
      : `the path length is ${pathLength ?? 'not limited'}; by the certificate profile ${right ?? 'not limited'}`;
  },
};

const NONE = { ca: false, pathLength: undefined };
