/** Use case that revokes a CA: it issues nothing more, and all its certificates are revoked. */
import { Certificate, compareBytes, CvCertificate, type SerialNumber } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { CaStatusError, getAccessible, type ChangingDeps } from '../authorities/index.ts';
import { type CertificateAuthority, cvSerialNumber } from '../kinds/index.ts';
import { caRevocation } from './ca-revocation.ts';
import type { CaState, CaStateStore, CertificateRecord, CertificateStore, RevocationReason } from '../records/index.ts';
import type { CrlUponRevocation, RevokedAt } from '../crls/index.ts';
import { RevokesCallerError } from './errors.ts';
import { type RevocationChangeDeps, certificateChange, oneEpochMove } from './revocation-change.ts';
import { type RevocationOutcome, isRevocable, revokedFor } from './revocation-rules.ts';

/** Reasons for a permanent revocation. */
type FinalReason = Exclude<RevocationReason, 'NOT_REVOKED' | 'CERTIFICATE_HOLD' | 'REMOVE_FROM_CRL'>;

export interface RevokeCaDeps extends ChangingDeps, RevocationChangeDeps {
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
  readonly crlUponRevocation: CrlUponRevocation;
  /** Called when there is a job. The job runs even if nobody listens. */
  readonly onJob: () => void;
}

export class RevokeCa extends WithDeps<RevokeCaDeps> {
  /**
   * Revokes the CA at once, and its own certificates if another CA of this installation issued them. A job in the same unit revokes the certificates
   * that it has issued. It continues to make CRLs.
   *
   * @throws {@link CaNotFoundError} also without access to the CA
   * @throws {@link CaStatusError} for a CA without keys here, or one that is already revoked
   * @throws {@link RevokesCallerError} if the administrator could no longer authenticate
   */
  async revoke(administrator: Administrator, name: string, reason: FinalReason): Promise<void> {
    const { audit, crlUponRevocation, onJob, store } = this.deps;
    const entry = { event: 'CA_REVOKED', actor: actorOf(administrator), details: { name, reason } } as const;
    const revoked = await audit.recordingRefusal(entry, () =>
      planAndCommit(() => this.#plan(administrator, name, reason), store),
    );
    onJob();
    await crlUponRevocation.issue(revoked);
  }

  async #plan(administrator: Administrator, name: string, reason: FinalReason): Promise<Plan<readonly RevokedAt[]>> {
    const { audit, clock, states } = this.deps;
    const epoch = this.deps.epoch();
    const authority = await getAccessible(administrator, Resource.caFunctionality.editCa, { name }, this.deps);
    const state = (await states.findState(authority.id))!;
    requireRevocable(name, state);
    await this.#requireOther(administrator, authority);
    const actor = actorOf(administrator);
    const revokedAt = nowSeconds(clock);
    const own = await this.#ownCertificates(administrator, authority, state, { reason, now: revokedAt });
    const entry: AuditEntry = {
      event: 'CA_REVOKED',
      outcome: 'SUCCESS',
      actor,
      caId: authority.id,
      details: { name, reason, revokedAt },
    };
    const writes = [...caRevocation({ authority, state }, { reason, revokedAt }, actor, clock), ...own.writes];
    return { unit: audit.unit(oneEpochMove(writes), [entry, ...own.entries], epoch), result: own.revoked };
  }

  /** Refuses the revocation of a CA that the caller's certificate depends on: they would lock themselves out, and perhaps everybody. */
  async #requireOther(administrator: Administrator, { id, name, kind }: CertificateAuthority): Promise<void> {
    if (administrator.kind !== 'certificate' || kind !== 'X509') return;
    const issuer = await this.deps.authorities.findById(administrator.issuerCaId);
    const above = issuer?.kind === 'X509' ? issuer.chain : [];
    const [own] = (await this.deps.states.findState(id))!.chain;
    const isAbove = own !== undefined && above.some(({ der }) => compareBytes(der, own) === 0);
    if (administrator.issuerCaId === id || isAbove) throw new RevokesCallerError(name);
  }

  /** Revokes its present and former certificates that another CA of this installation issued, unless they are already revoked. */
  async #ownCertificates(
    administrator: Administrator,
    authority: CertificateAuthority,
    { chain, caId }: CaState,
    revocation: { readonly reason: FinalReason; readonly now: number },
  ): Promise<{ writes: readonly Write[]; entries: readonly AuditEntry[]; revoked: readonly RevokedAt[] }> {
    const { states } = this.deps;
    const further = await states.listFurtherCertificates(caId, MAX_FURTHER_CERTIFICATES);
    const certificates = [chain[0], ...further.map((each) => each.chain[0])];
    const writes: Write[] = [];
    const entries: AuditEntry[] = [];
    const revoked: RevokedAt[] = [];
    for (const der of certificates) {
      const found = der && (await this.#findAtIssuer(authority, der));
      if (!found || !isRevocable(found.record)) continue;
      const outcome: RevocationOutcome = revokedFor(found.record, revocation);
      const change = await certificateChange(found.record, outcome, actorOf(administrator), this.deps);
      writes.push(...change.writes);
      entries.push(change.entry);
      revoked.push({ authority: found.issuer, partition: found.record.crlPartition });
    }
    return { writes, entries, revoked };
  }

  async #findAtIssuer(
    authority: CertificateAuthority,
    der: Uint8Array,
  ): Promise<{ readonly record: CertificateRecord; readonly issuer: CertificateAuthority } | undefined> {
    const issuer = await this.#issuerOf(authority, der);
    // Self-signed certificates are among those that it has issued, and are revoked with them.
    if (issuer === undefined || issuer.id === authority.id) return undefined;
    const record = await this.deps.certificates.findCertificate(issuer.id, serialNumberOf(authority, der));
    return record !== undefined && compareBytes(record.der, der) === 0 ? { record, issuer } : undefined;
  }

  async #issuerOf(
    { kind, settings }: CertificateAuthority,
    der: Uint8Array,
  ): Promise<CertificateAuthority | undefined> {
    const { authorities } = this.deps;
    if (kind === 'X509') return authorities.findBySubject(Certificate.parse(der).issuer.toString());
    const { signedBy } = settings.certificate;
    return typeof signedBy === 'number' ? authorities.findById(signedBy) : undefined;
  }
}

function serialNumberOf({ kind }: CertificateAuthority, der: Uint8Array): SerialNumber {
  return kind === 'CVC' ? cvSerialNumber(CvCertificate.parse(der).holder) : Certificate.parse(der).serialNumber;
}

function requireRevocable(name: string, { status, revocationReason }: CaState): void {
  if (status === 'REVOKED' && revocationReason === 'CERTIFICATE_HOLD') return;
  if (status !== 'ACTIVE' && status !== 'OFFLINE') throw new CaStatusError(name, status, ['ACTIVE', 'OFFLINE']);
}

/** Maximum number that a CA keeps. */
const MAX_FURTHER_CERTIFICATES = 1000;
