import { repeated } from '../../certificate/repeated.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rdnTypesDistinct = certificateRule({
  name: 'rfc5280/rdn-types-distinct',
  clause: 'X.501 §9.3',
  check: ({ issuer, subject }) =>
    [...issuer.rdns, ...subject.rdns].flatMap((rdn) => {
      const types = rdn.map(({ type }) => type);
      return repeated(types).map((type) => `a relative distinguished name has the attribute ${type} twice`);
    }),
});
