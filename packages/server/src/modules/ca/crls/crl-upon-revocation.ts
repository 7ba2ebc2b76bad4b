import { SharedRuns } from '../../../kernel/tasks/shared-runs.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
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
  /** Receives the error of a CRL that could not be made, since no caller waits for it. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Makes CRLs for CAs that issue one upon every revocation.
 *
 * One is made at a time for each CA and partition, across all processes. Revocations during that time wait for the next one together, so a thousand
 * revocations at once need two CRLs of a million entries instead of a thousand.
 *
 * CRL numbers identify the next CRL, since each is begun after the previous one was stored. Of the numbers after the last one at the time when the
 * revocation became durable, the first may belong to a CRL begun earlier; the second cannot.
 */
export class CrlUponRevocation extends WithDeps<CrlUponRevocationDeps> {
  readonly #runs = new SharedRuns();

  /**
   * Makes the CRLs of CAs with this setting. To be called once the revocations are durable, with the partitions of the certificates. On return the
   * newest CRLs list them.
   *
   * Does not throw: the revocations are done whether or not a CRL can be made now, the caller needs that answer, and the next CRL that is due lists
   * them anyway.
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
    const { createCrls, crls, onFailed } = this.deps;
    try {
      const last = (await crls.findNumber(scope)) ?? 0;
      const isDone = async () => {
        const newest = await crls.findLatestHead(scope, 'base');
        // Imported CRLs do not count: they were not begun here.
        return newest !== undefined && newest.number >= last + 2 && !newest.imported;
      };
      await createCrls.createUnless(scope, 'base', isDone);
    } catch (error) {
      onFailed(error);
    }
  }
}
