import { SharedRuns } from '../../../kernel/shared-runs.ts';
import type { CertificateAuthority } from '../authorities/index.ts';
import type { CreateCrls } from './create-crls.ts';
import type { CrlScope, CrlStore } from '../records/index.ts';

/** The CA and the partition of a revoked certificate. */
export interface RevokedAt {
  readonly authority: CertificateAuthority;
  readonly partition: number;
}

export interface CrlUponRevocationDeps {
  readonly createCrls: Pick<CreateCrls, 'createUnless'>;
  readonly crls: Pick<CrlStore, 'findLatestHead' | 'findNumber'>;
  /** Receives the error of a CRL that could not be made, which nobody waits for. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Makes the CRL of CAs that issue one upon every revocation.
 *
 * One at a time for each CA and partition, whichever process makes it: a revocation while one is being made waits for the next, which all share that wait for
 * it. A thousand revocations at once need two CRLs of a million entries and not a thousand.
 *
 * Numbers tell which CRL is the next: one is begun after the one before it was stored. So of the numbers after the one that is the last when the
 * revocation is durable, the first may belong to a CRL that was begun before, and the second cannot.
 */
export class CrlUponRevocation {
  readonly #deps: CrlUponRevocationDeps;
  readonly #runs = new SharedRuns();

  constructor(deps: CrlUponRevocationDeps) {
    this.#deps = deps;
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
    const { createCrls, crls, onFailed } = this.#deps;
    try {
      const last = (await crls.findNumber(scope)) ?? 0;
      const isDone = async () => {
        const newest = await crls.findLatestHead(scope, 'base');
        // One that was imported was not begun here.
        return newest !== undefined && newest.number >= last + 2 && !newest.imported;
      };
      await createCrls.createUnless(scope, 'base', isDone);
    } catch (error) {
      onFailed(error);
    }
  }
}
