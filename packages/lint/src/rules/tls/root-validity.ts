import { isRoot, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootValidity = certificateRule({
  name: 'tls/root-validity',
  clause: 'Baseline Requirements 7.1.2.1.1',
  from: '2023-09-15',
  appliesTo: isRoot,
  check(certificate) {
    const days = Math.ceil((validitySeconds(certificate) ?? 0) / 86_400);
    return days < SHORTEST_DAYS || days > LONGEST_DAYS
      ? `a root is valid for ${days} days; ${SHORTEST_DAYS} to ${LONGEST_DAYS} are allowed`
      : undefined;
  },
});

const SHORTEST_DAYS = 2922;
const LONGEST_DAYS = 9132;
