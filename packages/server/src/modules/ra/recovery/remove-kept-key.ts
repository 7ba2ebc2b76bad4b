/** Use case that permanently removes a kept key: one that is damaged, or that must no longer be recovered. */
import type { SerialNumber } from '@sealwright/pki';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { type Authorities, type CertificateStore, getAccessible } from '../../ca/index.ts';
import {
  type DeleteKeptKey,
  KeptKeyMarkedError,
  KeptKeyNotFoundError,
  type KeptKeyStore,
} from '../../key-recovery/index.ts';

export interface RemoveKeptKeyDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'store'> {
  readonly authorities: Authorities;
  readonly certificates: Pick<CertificateStore, 'findCertificate'>;
  readonly keptKeys: Pick<KeptKeyStore, 'find'>;
}

export class RemoveKeptKey extends WithDeps<RemoveKeptKeyDeps> {
  /**
   * Removes the key kept with a certificate. It cannot be recovered any more, and no longer needs its escrow key. The certificate stays.
   *
   * The right to recover keys is not enough, since a removal takes the key away from others who may need it.
   *
   * @throws `ca.not_found`, {@link KeptKeyNotFoundError}, also for a key under an end entity profile without access
   * @throws {@link KeptKeyMarkedError}
   */
  remove(administrator: Administrator, ca: string, serialNumber: SerialNumber): Promise<void> {
    return planAndCommit(() => this.#plan(administrator, ca, serialNumber), this.deps.store);
  }

  async #plan(administrator: Administrator, ca: string, serialNumber: SerialNumber): Promise<Plan<undefined>> {
    const { access, audit, certificates, keptKeys } = this.deps;
    const { id: caId } = await getAccessible(administrator, Resource.ra.removeKeptKeys, { name: ca }, this.deps);
    const key = await keptKeys.find(caId, serialNumber);
    const record = await certificates.findCertificate(caId, serialNumber);
    const onProfile = record && Resource.endEntityProfile(record.endEntityProfileId, 'keyrecovery');
    const isTheirs = onProfile === undefined || (await access.isAuthorized(administrator, onProfile));
    if (key === undefined || !isTheirs) throw new KeptKeyNotFoundError(ca, serialNumber);
    if (key.markedFor !== undefined) throw new KeptKeyMarkedError(serialNumber);
    const { id, version, escrowKey } = key;
    const write: DeleteKeptKey = { op: 'kept-key.delete', id, expectedVersion: version };
    const username = record?.username;
    const entry = {
      event: 'KEYRECOVERY_REMOVEDATA',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId,
      serial: serialNumber,
      ...(username === undefined ? {} : { username }),
      details: { escrowKey: escrowKey.alias },
    } as const;
    return { unit: audit.unit([write], [entry], undefined), result: undefined };
  }
}
