import { SharedRuns } from '../../../kernel/shared-runs.ts';
import { SYSTEM } from '../../access/index.ts';
import type { CertificateAuthority } from '../authorities/index.ts';
import type { CreateCrls } from './create-crls.ts';
import type { CrlScope } from '../records/index.ts';

/** The CA and the partition of a revoked certificate. */
export interface RevokedAt {
  readonly authority: CertificateAuthority;
  readonly partition: number;
}

/**
 * Makes the CRL of CAs that issue one upon every revocation.
 *
 * One at a time for each CA and partition: a revocation while one is being made waits for the next, which all share that wait for
 * it. A thousand revocations at once need two CRLs of a million entries and not a thousand.
 */
export class CrlUponRevocation {
  readonly #createCrls: CreateCrls;
  readonly #onFailed: (error: unknown) => void;
  readonly #runs = new SharedRuns();

  /** @param onFailed - receives the error of a CRL that could not be made, which nobody waits for */
  constructor(createCrls: CreateCrls, onFailed: (error: unknown) => void) {
    this.#createCrls = createCrls;
    this.#onFailed = onFailed;
  }

  /**
   * Makes the CRLs of CAs that want one. Call it once the revocations are durable, with the partitions of the certificates. On return the newest CRLs list them.
   *
   * They stand whether or not a CRL can be made now, and the caller has to hear so; the CRL that is due next carries them in any
   * case. So this does not throw.
   */
  async issue(revoked: Iterable<RevokedAt>): Promise<void> {
    const scopes = new Map<string, CrlScope>();
    for (const { authority, partition } of revoked) {
      if (authority.kind !== 'X509' || !authority.settings.crl.uponRevocation) continue;
      scopes.set(`${authority.id} ${partition}`, { caId: authority.id, partition });
    }
    for (const [key, scope] of scopes) await this.#runs.run(key, () => this.#make(scope));
  }

  async #make(scope: CrlScope): Promise<void> {
    try {
      await this.#createCrls.createOne(SYSTEM, scope, 'base');
    } catch (error) {
      this.#onFailed(error);
    }
  }
}
