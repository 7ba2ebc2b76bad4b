/** State of a CA as commands show it. */
import { printable } from '../terminal/output.ts';
import type { CaRevocation, CaState } from '../rest/ca-administration-rest.ts';

/** One line for each fact. */
export function formatCaState(ca: CaState): string {
  const facts: (readonly [string, string])[] = [
    ['name', ca.name],
    ['kind', ca.type],
    ['status', ca.status],
    ['subject', ca.subjectDn],
    ['key', ca.keyAlias === '' ? 'none' : ca.keyAlias],
    ['ends', ca.notAfter ?? 'without a certificate'],
    ...ca.further.map(
      ({ role, keyAlias, notAfter }) => [role, `of ${keyAlias || 'no key here'}, ends ${notAfter}`] as const,
    ),
    ...(ca.revocation === undefined ? [] : [['revoked', revocationText(ca.revocation)] as const]),
    ...(ca.request === undefined ? [] : [['waits for', 'the certificate of its request'] as const]),
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join('');
}

/** The same in the form of the interface. */
export function caStateJson(state: CaState) {
  const { subjectDn, keyAlias, keySequence, notAfter, chain, further, request, revocation, ...ca } = state;
  return {
    ...ca,
    subject_dn: subjectDn,
    key_alias: keyAlias,
    key_sequence: keySequence,
    ...(notAfter === undefined ? {} : { not_after: notAfter }),
    certificate_chain: chain,
    further_certificates: further.map((each) => ({
      role: each.role,
      key_alias: each.keyAlias,
      not_after: each.notAfter,
      certificate: each.certificate,
    })),
    ...(request === undefined ? {} : { certification_request: request }),
    ...(revocation === undefined ? {} : { revocation }),
  };
}

function revocationText({ reason, date, certificates, complete }: CaRevocation): string {
  const progress = complete ? '' : ', and goes on';
  return `${date}, ${reason}, certificates revoked: ${certificates}${progress}`;
}
