/** Read access to a CA for its administrators, beyond its settings: status, certificates, and pending request. */
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Jobs } from '../../background/index.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { type Authorities, CaNotFoundError, getByName } from '../authorities/index.ts';
import { type CertificateAuthority, presentStatus } from '../kinds/index.ts';
import type { RevocationProgress } from '../revocation/index.ts';
import type { CaState, CaStateStore, CaStatus, FurtherCaCertificate, RevocationReason } from '../records/index.ts';

/** A CA at one moment. */
export interface CaReport {
  readonly authority: CertificateAuthority;
  readonly status: CaStatus;
  readonly state: CaState;
  /** Further certificates, newest first, limited in number. */
  readonly further: readonly FurtherCaCertificate[];
  /** Undefined unless it is revoked. */
  readonly revocation: CaRevocation | undefined;
}

/** Progress of the revocation of a CA. */
export interface CaRevocation {
  readonly reason: RevocationReason;
  /** Seconds since 1970. */
  readonly revokedAt: number;
  /** Number of its certificates revoked so far. */
  readonly certificates: number;
  /** True if all its certificates are revoked and its CRLs list them. */
  readonly complete: boolean;
}

export interface ReadCaDeps extends Pick<UseCaseDeps, 'access' | 'clock'> {
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly jobs: Jobs;
}

export class ReadCa extends WithDeps<ReadCaDeps> {
  /** Returns the report for an administrator with access. @throws {@link CaNotFoundError} also without access to the CA */
  async report(administrator: Administrator, name: string): Promise<CaReport> {
    const { access, authorities } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.viewCa);
    const authority = await getByName(authorities, name);
    if (!(await access.isAuthorized(administrator, Resource.ca(authority.id)))) throw CaNotFoundError.byName(name);
    return this.#reportOf(authority);
  }

  /** Returns the report for an administrator who was just authorized to change the CA. */
  async describe(name: string): Promise<CaReport> {
    return this.#reportOf(await getByName(this.deps.authorities, name));
  }

  async #reportOf(authority: CertificateAuthority): Promise<CaReport> {
    const { states, clock } = this.deps;
    const [state, further] = await Promise.all([
      states.findState(authority.id),
      states.listFurtherCertificates(authority.id, MAX_FURTHER),
    ]);
    if (state === undefined) throw CaNotFoundError.byName(authority.name);
    const status = presentStatus(authority, nowSeconds(clock));
    return { authority, status, state, further, revocation: await this.#revocationOf(state) };
  }

  async #revocationOf({ caId, revocationReason, revokedAt }: CaState): Promise<CaRevocation | undefined> {
    if (revokedAt === undefined) return undefined;
    const job = await this.deps.jobs.find(caId);
    const { certificates } = job === undefined ? NOTHING_ISSUED : (JSON.parse(job.progress) as RevocationProgress);
    const complete = job === undefined || job.state === 'done';
    return { reason: revocationReason, revokedAt, certificates, complete };
  }
}

const MAX_FURTHER = 100;
const NOTHING_ISSUED = { certificates: 0 };
