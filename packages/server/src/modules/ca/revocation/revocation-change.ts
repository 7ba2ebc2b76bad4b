/** A decided revocation as writes and an audit record. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import type { Authorities } from '../authorities/index.ts';
import { type CaWithState, caRevocation } from './ca-revocation.ts';
import { type CertificateRecord, type ChangeRevocation, isOwnResponder } from '../records/index.ts';
import { crlChangeNotes } from '../crls/index.ts';
import type { RevocationOutcome } from './revocation-rules.ts';

export interface RevocationChangeDeps {
  readonly authorities: Authorities;
  /** Tells whether a certificate makes its holder an administrator: then its revocation changes rights. */
  readonly isAdministratorCertificate: (record: CertificateRecord) => Promise<boolean>;
  readonly clock: Clock;
}

/** Parts of the unit that brings the certificate into the state `outcome`. */
export interface RevocationChange {
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
}

/**
 * Plans the change of one certificate, which must still be as in `record`, and of the CA of this installation that signs under it, if any: a CA whose
 * certificate is revoked is revoked too.
 *
 * @param ca - that CA, as found by `certifiedCa`
 */
export async function revocationChange(
  { record, ca }: { readonly record: CertificateRecord; readonly ca: CaWithState | undefined },
  outcome: RevocationOutcome,
  actor: Actor,
  deps: RevocationChangeDeps,
): Promise<RevocationChange> {
  const { writes, entry } = await certificateChange(record, outcome, actor, deps);
  return { writes: ca === undefined ? writes : [...writes, ...caRevocation(ca, outcome, actor, deps.clock)], entry };
}

/** Does the same as {@link revocationChange}, for the certificate only. */
export async function certificateChange(
  record: CertificateRecord,
  outcome: RevocationOutcome,
  actor: Actor,
  { authorities, isAdministratorCertificate, clock }: RevocationChangeDeps,
): Promise<RevocationChange> {
  const change: ChangeRevocation = {
    op: 'certificate.change-revocation',
    id: record.id,
    certificateProfileId: record.certificateProfileId,
    expectedVersion: record.version,
    ...outcome,
    updatedMs: clock.nowMs(),
  };
  const authority = await authorities.findById(record.caId);
  const notes = authority === undefined ? [] : crlChangeNotes(authority, record);
  const movesEpoch = isOwnResponder(record) || (await isAdministratorCertificate(record));
  const epochMoves: Write[] = movesEpoch ? [{ op: 'epoch.move' }] : [];
  return {
    writes: [change, ...notes, ...epochMoves],
    entry: {
      event: outcome.reason === 'NOT_REVOKED' ? 'CERT_CHANGEDSTATUS' : 'CERT_REVOKED',
      outcome: 'SUCCESS',
      actor,
      caId: record.caId,
      serial: record.serialNumber,
      ...(record.username === undefined ? {} : { username: record.username }),
      details: {
        reason: outcome.reason,
        previousReason: record.reason,
        revokedAt: outcome.revokedAt ?? null,
        invalidity: outcome.invalidity ?? null,
      },
    },
  };
}

/** Reduces the writes to at most one epoch move, since a unit moves it once even with several certificates and CAs. */
export function oneEpochMove(writes: readonly Write[]): readonly Write[] {
  const others = writes.filter(({ op }) => op !== 'epoch.move');
  return others.length === writes.length ? writes : [...others, { op: 'epoch.move' }];
}
