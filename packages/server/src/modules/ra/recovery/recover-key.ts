/** Use case that recovers a kept key: marks it, so that its end entity gets it with the next keystore. */
import { Certificate, type SerialNumber } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { AccessDeniedError, actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { ActToApprove, PendingApproval, PlannedAct, RequestApproval } from '../../approvals/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  type Authorities,
  type CertificateAuthority,
  type CertificateName,
  type CertificateRecord,
  type CertificateStore,
  getById,
  neededApproval,
  subjectShown,
} from '../../ca/index.ts';
import { type KeptKey, type KeptKeyStore, KeyNotAvailableError, markWrite } from '../../key-recovery/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import {
  changeStatus,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStore,
  type UpdateEndEntity,
} from '../end-entities/index.ts';
import { CertificateOfNobodyError, EndEntityNotFoundError } from '../errors/index.ts';

/** Result of a recovery request: marked, or a pending approval. */
export type KeyRecoveryResult = { readonly outcome: 'marked' } | PendingApproval;

export interface RecoverKeyDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'clock' | 'configuration' | 'store'> {
  readonly authorities: Authorities;
  readonly certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findCertificate'>;
  readonly endEntities: EndEntityStore;
  readonly keptKeys: KeptKeyStore;
  readonly requestApproval: RequestApproval;
}

export class RecoverKey extends WithDeps<RecoverKeyDeps> {
  /**
   * Marks the key of a certificate, or requests approval for that. A marked key stays marked.
   *
   * @throws {@link CertificateOfNobodyError} also for certificates, CAs and end entities whose keys the caller may not recover
   * @throws {@link EndEntityNotFoundError}, {@link KeyNotAvailableError}, {@link ApprovalRequestExistsError}
   */
  recover(administrator: Administrator, name: CertificateName): Promise<KeyRecoveryResult> {
    return planAndCommit(() => this.#plan(administrator, name), this.deps.store);
  }

  /** Plans an approved recovery under the present state. */
  async planApproved(requester: Administrator, { act }: { readonly act: JsonObject }): Promise<PlannedAct> {
    const { caId, serialNumber } = act as unknown as StoredRecovery;
    const { settings } = await getById(this.deps.authorities, caId);
    const found = await this.#find(requester, { issuerDn: settings.subject.toString(), serialNumber });
    return this.#marking(requester, found);
  }

  async #plan(administrator: Administrator, name: CertificateName): Promise<Plan<KeyRecoveryResult>> {
    const { audit, configuration, requestApproval } = this.deps;
    const { epoch } = configuration;
    const found = await this.#find(administrator, name);
    const { writes, entries } = await this.#marking(administrator, found);
    const { authority, record } = found;
    // No approval is needed if nothing changes.
    const needed =
      writes.length === 0
        ? undefined
        : await neededApproval('keyRecovery', authority, record.certificateProfileId, configuration);
    const waiting = await requestApproval.plan(administrator, needed, () => this.#toApprove(found));
    if (waiting !== undefined)
      return { unit: audit.unit(waiting.writes, [waiting.entry], epoch), result: waiting.result };
    return { unit: audit.unit(writes, entries, epoch), result: { outcome: 'marked' } };
  }

  async #find(administrator: Administrator, { issuerDn, serialNumber }: CertificateName): Promise<Found> {
    const { access, authorities, certificates, endEntities, keptKeys } = this.deps;
    await access.authorize(administrator, Resource.ra.keyRecovery);
    const authority = await authorities.findBySubject(issuerDn);
    if (authority === undefined) throw new CertificateOfNobodyError();
    await hidden(access.authorize(administrator, Resource.ca(authority.id)));
    const record = await certificates.findCertificate(authority.id, serialNumber);
    if (record?.username === undefined) throw new CertificateOfNobodyError();
    const { username } = record;
    const endEntity = await endEntities.findByUsername(username);
    // The end entity may have moved to another profile or CA since its key was kept.
    for (const { caId, endEntityProfileId } of [record, endEntity ?? record]) {
      const right = Resource.endEntityProfile(endEntityProfileId, 'keyrecovery');
      await hidden(access.authorize(administrator, right, Resource.ca(caId)));
    }
    if (endEntity === undefined) throw new EndEntityNotFoundError(username);
    const key = await keptKeys.find(authority.id, serialNumber);
    if (key === undefined || key.endEntityId !== endEntity.id)
      throw new KeyNotAvailableError(`No key is kept for the certificate ${serialNumber} of '${username}'.`);
    return { authority, record, endEntity, key };
  }

  async #marking(
    administrator: Administrator,
    { authority, endEntity, key }: Found,
  ): Promise<Pick<PlannedAct, 'writes' | 'entries'>> {
    const { KEYRECOVERY } = END_ENTITY_STATUS;
    const { id: endEntityId, username } = endEntity;
    const actor = actorOf(administrator);
    const marking = {
      event: 'KEYRECOVERY_MARKED',
      actor,
      caId: authority.id,
      serial: key.serialNumber,
      username,
    } as const;
    const marked = await this.deps.keptKeys.findMarked(endEntityId);
    if (marked !== undefined && marked.id !== key.id) {
      throw new KeyNotAvailableError(
        `'${username}' is to get the key of the certificate ${marked.serialNumber} first. Have it collected, or set another status.`,
      );
    }
    if (marked !== undefined && endEntity.status === KEYRECOVERY)
      return { writes: [], entries: [{ ...marking, outcome: 'VOID' }] };
    const nowMs = this.deps.clock.nowMs();
    const { endEntity: changed } = changeStatus(endEntity, KEYRECOVERY, { nowMs, renewable: false });
    const edit: AuditEntry = { event: 'RA_EDITENDENTITY', outcome: 'SUCCESS', actor, caId: endEntity.caId, username };
    const update: UpdateEndEntity = {
      op: 'end-entity.update',
      endEntity: changed,
      expectedVersion: endEntity.version,
    };
    return {
      writes: [...(marked === undefined ? [markWrite(key, endEntityId)] : []), update],
      entries: [
        { ...marking, outcome: 'SUCCESS' },
        { ...edit, details: { status: 'KEYRECOVERY' } },
      ],
    };
  }

  async #toApprove({ authority, record, endEntity }: Found): Promise<ActToApprove> {
    const { configuration } = this.deps;
    const { username, endEntityProfileId } = endEntity;
    const certificateProfile = await configuration.findById(certificateProfileType, record.certificateProfileId);
    const endEntityProfile = await configuration.findById(endEntityProfileType, endEntityProfileId);
    const act: StoredRecovery = { caId: authority.id, serialNumber: record.serialNumber };
    return {
      type: 'KEY_RECOVERY',
      subject: record.serialNumber,
      caId: authority.id,
      endEntityProfileId,
      shown: {
        end_entity_name: username,
        ca_name: authority.name,
        issuer_dn: authority.settings.subject.toString(),
        serial_number: record.serialNumber,
        ...subjectShown(Certificate.parse(record.der)),
        ...(certificateProfile === undefined ? {} : { certificate_profile_name: certificateProfile.name }),
        ...(endEntityProfile === undefined ? {} : { end_entity_profile_name: endEntityProfile.name }),
      },
      act: { ...act },
    };
  }
}

/** A certificate whose key may be recovered, with its present end entity. */
interface Found {
  readonly authority: CertificateAuthority;
  readonly record: CertificateRecord;
  readonly endEntity: EndEntity;
  readonly key: KeptKey;
}

interface StoredRecovery {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
}

/** Reports a missing right as if the certificate did not exist. Access control has recorded the refusal. */
async function hidden(authorized: Promise<void>): Promise<void> {
  try {
    await authorized;
  } catch (error) {
    throw error instanceof AccessDeniedError ? new CertificateOfNobodyError() : error;
  }
}
