/** Rules on the longest validity. */
import { isRoot, isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const VALIDITY_RULES: readonly CertificateRule[] = [
  certificateRule({
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
  }),
  certificateRule({
    name: 'tls/validity-100-days',
    clause: 'Baseline Requirements 6.3.2',
    from: '2027-03-15',
    until: '2029-03-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (validitySeconds(certificate) ?? 0) > 100 * 86_400
        ? 'the certificate is valid for more than 100 days'
        : undefined,
  }),
  certificateRule({
    name: 'tls/validity-200-days',
    clause: 'Baseline Requirements 6.3.2',
    from: '2026-03-15',
    until: '2027-03-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (validitySeconds(certificate) ?? 0) > 200 * 86_400
        ? 'the certificate is valid for more than 200 days'
        : undefined,
  }),
  certificateRule({
    name: 'tls/validity-39-months',
    clause: 'Baseline Requirements 6.3.2',
    from: '2016-07-02',
    until: '2018-03-02',
    appliesTo: isSubscriber,
    check(certificate) {
      const { notBefore, notAfter } = certificate;
      if (notBefore.seconds === undefined || notAfter.seconds === undefined) return undefined;
      const end = new Date(notBefore.seconds * 1000);
      end.setUTCMonth(end.getUTCMonth() + 39);
      return notAfter.seconds > end.getTime() / 1000 ? 'the certificate is valid for more than 39 months' : undefined;
    },
  }),
  certificateRule({
    name: 'tls/validity-398-days',
    clause: 'Baseline Requirements 6.3.2',
    from: '2020-09-01',
    until: '2026-03-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (validitySeconds(certificate) ?? 0) > 398 * 86_400
        ? 'the certificate is valid for more than 398 days'
        : undefined,
  }),
  certificateRule({
    name: 'tls/validity-47-days',
    clause: 'Baseline Requirements 6.3.2',
    from: '2029-03-15',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (validitySeconds(certificate) ?? 0) > 47 * 86_400 ? 'the certificate is valid for more than 47 days' : undefined,
  }),
  certificateRule({
    name: 'tls/validity-825-days',
    clause: 'Baseline Requirements 6.3.2',
    from: '2018-03-02',
    until: '2020-09-01',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (validitySeconds(certificate) ?? 0) > 825 * 86_400 + 1
        ? 'the certificate is valid for more than 825 days'
        : undefined,
  }),
];

const SHORTEST_DAYS = 2922;
const LONGEST_DAYS = 9132;
