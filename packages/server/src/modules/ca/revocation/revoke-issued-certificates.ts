/** Job that follows the revocation of a CA: revokes every certificate that it has issued, and makes its last CRLs. */
import type { SerialNumber } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import type { Plan, UnitOfWork, Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { JobKind, JobSummary } from '../../background/index.ts';
import { type Authorities } from '../authorities/index.ts';
import { signsCrls } from '../kinds/index.ts';
import { CA_REVOCATION_JOB, type RevocationProgress, certifiedCa } from './ca-revocation.ts';
import { type CaStateStore, type CertificateRecord, type CertificateStore, isOwnResponder } from '../records/index.ts';
import type { CreateCrls } from '../crls/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import { oneEpochMove, revocationChange } from './revocation-change.ts';
import { isRevocable, revokedFor } from './revocation-rules.ts';

export interface RevokeIssuedCertificatesDeps extends Pick<UseCaseDeps, 'audit' | 'clock'> {
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
  readonly createCrls: CreateCrls;
  readonly epoch: () => number;
}

/**
 * Revokes the certificates of a CA in order of their serial numbers.
 *
 * The CA was revoked before, and the epoch has moved since, so no certificate is issued behind the position reached.
 */
export class RevokeIssuedCertificates
  extends WithDeps<RevokeIssuedCertificatesDeps>
  implements JobKind<RevocationProgress, CertificateRecord>
{
  readonly kind = CA_REVOCATION_JOB;
  readonly task = 'revoke-issued-certificates';
  readonly purpose = 'revoke what the CA has issued';

  summarize(caId: number, { certificates }: RevocationProgress): JobSummary {
    return { caId, counts: { revoked: certificates } };
  }

  readItems(caId: number, { after }: RevocationProgress): Promise<readonly CertificateRecord[]> {
    const last = after === '' ? undefined : (after as SerialNumber);
    return this.deps.certificates.listAfter(caId, last, RECORDS_PER_UNIT);
  }

  async planStep(
    caId: number,
    progress: RevocationProgress,
    records: readonly CertificateRecord[],
  ): Promise<Plan<RevocationProgress>> {
    const { reason, revokedAt, actor } = progress;
    const epoch = this.deps.epoch();
    const writes: Write[] = [];
    const entries: AuditEntry[] = [];
    for (const record of records.filter((one) => isRevocable(one) && !isOwnResponder(one))) {
      const outcome = revokedFor(record, { reason, now: revokedAt });
      const revoked = { record, ca: await certifiedCa(record, this.deps) };
      const change = await revocationChange(revoked, outcome, actor, { ...this.deps, isAdministratorCertificate });
      writes.push(...change.writes);
      entries.push(change.entry);
    }
    const reached = {
      ...progress,
      after: records.at(-1)!.serialNumber,
      certificates: progress.certificates + entries.length,
    };
    const unit = this.deps.audit.unit(oneEpochMove(writes), [summaryOf(caId, reached), ...entries], epoch);
    return { unit, result: reached };
  }

  /** Makes the last CRLs, unless the CA has no certificate in force or makes no CRLs. */
  async complete(caId: number): Promise<void> {
    const { authorities, createCrls, clock } = this.deps;
    const authority = await authorities.findById(caId);
    if (authority === undefined || !signsCrls(authority, nowSeconds(clock))) return;
    for (const partition of partitionsWithCrl(authority.settings.crl.partitions))
      await createCrls.createOne(SYSTEM, { caId, partition }, 'base');
  }

  planEnd(caId: number, progress: RevocationProgress): UnitOfWork {
    return this.deps.audit.unit([], [summaryOf(caId, progress)], undefined);
  }
}

function summaryOf(caId: number, { reason, actor, certificates }: RevocationProgress): AuditEntry {
  return { event: 'CA_REVOKED', outcome: 'SUCCESS', actor, caId, details: { reason, certificates } };
}

/** Always false: no certificate of a revoked CA authenticates anybody, so these revocations change no rights. */
const isAdministratorCertificate = () => Promise.resolve(false);
/** Maximum number of certificates per unit. Each takes three rows: the certificate, its audit record, and the note for the next delta CRL. */
const RECORDS_PER_UNIT = 200;
