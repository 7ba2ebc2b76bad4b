/** What an administrator sees of a CA beside its settings: how it stands, its certificates, and the request under way. */
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import { type Authorities, getByName } from './authorities.ts';
import type { CaState, CaStateStore, CaStatus, FurtherCaCertificate } from './ca-state.ts';
import { type CertificateAuthority, presentStatus } from './certificate-authority.ts';
import { CaNotFoundError } from './errors.ts';

/** A CA as it stands at a moment. */
export interface CaReport {
  readonly authority: CertificateAuthority;
  readonly status: CaStatus;
  readonly state: CaState;
  /** The newest first, as many as are shown. */
  readonly further: readonly FurtherCaCertificate[];
}

export interface ReadCaDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly clock: Clock;
}

export class ReadCa {
  readonly #deps: ReadCaDeps;

  constructor(deps: ReadCaDeps) {
    this.#deps = deps;
  }

  /** @throws {@link CaNotFoundError} also for a CA that the administrator has no access to */
  async report(administrator: Administrator, name: string): Promise<CaReport> {
    const { access, authorities } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.viewCa);
    const authority = await getByName(authorities, name);
    if (!(await access.isAuthorized(administrator, Resource.ca(authority.id)))) throw CaNotFoundError.byName(name);
    return this.#reportOf(authority);
  }

  /** The same for whoever was just allowed to change the CA. */
  async describe(name: string): Promise<CaReport> {
    return this.#reportOf(await getByName(this.#deps.authorities, name));
  }

  async #reportOf(authority: CertificateAuthority): Promise<CaReport> {
    const { states, clock } = this.#deps;
    const [state, further] = await Promise.all([
      states.findState(authority.id),
      states.listFurtherCertificates(authority.id, MAX_FURTHER),
    ]);
    if (state === undefined) throw CaNotFoundError.byName(authority.name);
    return { authority, status: presentStatus(authority, nowSeconds(clock)), state, further };
  }
}

const MAX_FURTHER = 100;
