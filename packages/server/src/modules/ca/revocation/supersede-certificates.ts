import { nowSeconds } from '../../../kernel/clock.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import { CERTIFICATE_STATUS, type CertificateStore } from '../records/index.ts';
import type { RevokedAt } from '../crls/index.ts';
import { TooManyToSupersedeError } from './errors.ts';
import { type RevocationChangeDeps, certificateChange } from './revocation-change.ts';

/** Parts of the unit that stores a certificate which supersedes others. */
export interface Supersession {
  readonly writes: readonly Write[];
  readonly entries: readonly AuditEntry[];
  /** CAs and partitions of the revoked certificates, for {@link CrlUponRevocation}. */
  readonly revoked: readonly RevokedAt[];
}

export interface SupersedeCertificatesDeps extends RevocationChangeDeps {
  readonly certificates: CertificateStore;
}

/** Revokes the previous certificates of an end entity whose profile allows only one active certificate. */
export class SupersedeCertificates extends WithDeps<SupersedeCertificatesDeps> {
  /**
   * Revokes, as superseded, every active and unexpired certificate of the end entity, whichever CA issued it. A certificate on hold stays on hold.
   *
   * @throws {@link TooManyToSupersedeError} for more certificates than one unit may change
   */
  async plan(endEntityId: number, actor: Actor): Promise<Supersession> {
    const { authorities, certificates, clock } = this.deps;
    const now = nowSeconds(clock);
    const records = await certificates.findActiveOfEndEntity(endEntityId, now, MAX_SUPERSEDED + 1);
    if (records.length > MAX_SUPERSEDED) throw new TooManyToSupersedeError(MAX_SUPERSEDED);
    const outcome = { status: CERTIFICATE_STATUS.revoked, reason: 'SUPERSEDED', revokedAt: now } as const;
    const changes = await Promise.all(
      records.map((record) =>
        certificateChange(record, { ...outcome, invalidity: record.invalidity }, actor, this.deps),
      ),
    );
    const revoked: RevokedAt[] = [];
    for (const { caId, crlPartition: partition } of records) {
      const authority = await authorities.findById(caId);
      if (authority !== undefined) revoked.push({ authority, partition });
    }
    return {
      writes: changes.flatMap(({ writes }) => writes),
      entries: changes.map(({ entry }) => entry),
      revoked,
    };
  }
}

/** Limit per unit; more would require a job. */
const MAX_SUPERSEDED = 1000;
