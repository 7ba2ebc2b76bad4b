/** Revocation of an end entity's certificates, a limited number at a time. */
import { nowSeconds } from '../../../kernel/clock.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import type { RevokedAt } from '../crls/index.ts';
import type { CertificateRecord, CertificateStore, RevocationReason } from '../records/index.ts';
import { certificateChange, oneEpochMove, type RevocationChangeDeps } from './revocation-change.ts';
import { isRelease, revokedFor } from './revocation-rules.ts';

/** Parts of a unit that revokes certificates of an end entity, or releases them from hold. */
export interface RevocationStep {
  readonly records: readonly CertificateRecord[];
  readonly writes: readonly Write[];
  readonly entries: readonly AuditEntry[];
  /** CAs and partitions of the certificates, for {@link CrlUponRevocation}. */
  readonly revoked: readonly RevokedAt[];
  /** True if another step has to follow. */
  readonly more: boolean;
}

export interface RevokeCertificatesOfDeps extends RevocationChangeDeps {
  readonly certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findHeldOfEndEntity'>;
}

export class RevokeCertificatesOf extends WithDeps<RevokeCertificatesOfDeps> {
  /**
   * Plans the next step. Expired certificates are revoked, too. Certificates on hold get the new reason; a release affects only those on hold.
   * Callers check the rights for the certificates in {@link RevocationStep.records}.
   */
  async planStep(endEntityId: number, reason: RevocationReason, actor: Actor): Promise<RevocationStep> {
    const { authorities, clock } = this.deps;
    const found = await this.#find(endEntityId, reason);
    const records = found.slice(0, MAX_PER_STEP);
    const writes: Write[] = [];
    const entries: AuditEntry[] = [];
    const revoked: RevokedAt[] = [];
    for (const record of records) {
      const outcome = revokedFor(record, { reason, now: nowSeconds(clock) });
      const change = await certificateChange(record, outcome, actor, this.deps);
      writes.push(...change.writes);
      entries.push(change.entry);
      const authority = await authorities.findById(record.caId);
      if (authority !== undefined) revoked.push({ authority, partition: record.crlPartition });
    }
    return { records, writes: oneEpochMove(writes), entries, revoked, more: found.length > MAX_PER_STEP };
  }

  async #find(endEntityId: number, reason: RevocationReason): Promise<readonly CertificateRecord[]> {
    const { certificates } = this.deps;
    const atMost = MAX_PER_STEP + 1;
    const active = isRelease(reason) ? [] : await certificates.findActiveOfEndEntity(endEntityId, 0, atMost);
    const held = reason === 'CERTIFICATE_HOLD' ? [] : await certificates.findHeldOfEndEntity(endEntityId, atMost);
    return [...active, ...held].slice(0, atMost);
  }
}

/** Maximum number of certificates per step; each takes up to three rows. */
const MAX_PER_STEP = 500;
