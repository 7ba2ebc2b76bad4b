import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const nameConstraintsKinds = certificateRule({
  name: 'rfc5280/name-constraints-kinds',
  clause: 'RFC 5280 §4.2.1.10',
  level: 'warning',
  check(certificate) {
    const value = certificate.value(nameConstraints);
    return [...(value?.permitted ?? []), ...(value?.excluded ?? [])]
      .filter(({ base: { kind } }) => kind === 'x400Address' || kind === 'ediPartyName' || kind === 'registeredID')
      .map(({ base: { kind } }) => `nameConstraints limits a ${kind}, which nobody checks`);
  },
});
