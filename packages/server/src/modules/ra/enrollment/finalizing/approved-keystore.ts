/** End entity of an approved keystore, which waits until its keystore is requested. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type Administrator } from '../../../access/index.ts';
import type { PlannedAct } from '../../../approvals/index.ts';
import { type EndEntityStore, stateDigest } from '../../end-entities/index.ts';
import { EndEntityChangedError } from '../../errors/index.ts';
import { readRequestedKey } from '../../server-keys/index.ts';
import { endEntityWrite } from '../steps/draft-end-entity.ts';
import type { KeystoreIssuance } from '../keystores/keystore-issuance.ts';
import type { KeystoreAct } from '../keystores/keystore-to-approve.ts';

export interface ApprovedKeystoreDeps {
  readonly endEntities: EndEntityStore;
  readonly issuance: KeystoreIssuance;
  readonly clock: Clock;
}

export class ApprovedKeystore extends WithDeps<ApprovedKeystoreDeps> {
  /**
   * Plans the approval of the end entity in its present state, with the requested key.
   *
   * @throws {@link EndEntityChangedError}, and the present errors of enrollment
   */
  async plan(requester: Administrator, { username, state, key }: KeystoreAct, publicId: number): Promise<PlannedAct> {
    const { clock, endEntities, issuance } = this.deps;
    const existing = await endEntities.findByUsername(username);
    if (existing === undefined || stateDigest(existing) !== state) throw new EndEntityChangedError(username);
    await issuance.prepare(requester, existing, readRequestedKey(key));
    const { caId, version } = existing;
    const extended = { ...existing.extended, keyStore: key, approvedRegistration: publicId };
    const approved = { ...existing, extended, modifiedMs: clock.nowMs(), version: version + 1 };
    const details: JsonObject = { keyAlgorithm: key.algorithm, keySpecification: key.specification };
    const common = { actor: actorOf(requester), caId, username, details } as const;
    return {
      writes: [endEntityWrite(approved, existing)],
      entries: [{ event: 'RA_EDITENDENTITY', outcome: 'SUCCESS', ...common }],
    };
  }
}
