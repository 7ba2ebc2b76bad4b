/** The place where objects are added to the queues of publishers as they change. */
import type { UnitOfWork, UnitOfWorkStore, Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { DocumentInsert } from '../../configuration/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import type { InsertPublication, ObjectKey } from '../../publishers/index.ts';
import { caType } from '../kinds/index.ts';
import type { ChangeRevocation, InsertCertificate, InsertCrl, UpdateCaState } from '../records/index.ts';
import { usablePublishers } from './objects-of-ca.ts';

export interface QueueingStoreDeps extends Pick<UseCaseDeps, 'clock' | 'configuration' | 'ids' | 'store'> {
  /** Receives the publishers that have new, durable entries. */
  readonly onQueued: (publisherIds: ReadonlySet<number>) => void;
}

/**
 * Database wrapper that adds an entry for each publisher to every unit that creates or changes a published object: a certificate, its revocation, a
 * CRL, the certificate of a CA. The entries belong to the same unit, whatever the use case.
 *
 * The publishers come from the configuration of the epoch under which the unit was planned; otherwise the unit is refused. Units without such writes,
 * or without publishers, pass unchanged.
 */
export class QueueingStore extends WithDeps<QueueingStoreDeps> implements UnitOfWorkStore {
  #epoch = -1;
  /** Publishers of certificate profiles and CAs under the epoch. */
  #publishers = new Map<string, readonly number[]>();

  async commit(unit: UnitOfWork, plannedForMs?: number): Promise<void> {
    const { store, onQueued } = this.deps;
    const entries: InsertPublication[] = [];
    let { epoch } = unit;
    const queuedFor = new Set<number>();
    for (const write of unit.writes) {
      if (write.op === 'publication.insert') queuedFor.add((write as InsertPublication).publication.publisherId);
      const source = sourceOf(write);
      if (source === undefined) continue;
      this.#follow();
      epoch ??= this.#epoch;
      const publishers = this.#publishers.get(source.of) ?? (await this.#find(source, unit));
      for (const publisherId of publishers) {
        entries.push(this.#entry(publisherId, source.object));
        queuedFor.add(publisherId);
      }
    }
    if (entries.length > 0) await store.commit({ ...unit, epoch, writes: [...unit.writes, ...entries] }, plannedForMs);
    // That there are no publishers is true of an epoch as well.
    else await store.commit(epoch === unit.epoch ? unit : { ...unit, epoch }, plannedForMs);
    if (queuedFor.size > 0) onQueued(queuedFor);
  }

  #follow(): void {
    const { epoch } = this.deps.configuration;
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#publishers = new Map();
  }

  async #find({ of, type, id }: Source, unit: UnitOfWork): Promise<readonly number[]> {
    const { configuration } = this.deps;
    const epoch = this.#epoch;
    const named = await this.#named(type, id, unit);
    const publishers = await usablePublishers(configuration, named);
    // An object inserted by this unit is not visible to others yet.
    if (epoch === this.#epoch && !unit.writes.some((write) => isInsertOf(write, id)))
      this.#publishers.set(of, publishers);
    return publishers;
  }

  async #named(type: Source['type'], id: number, { writes }: UnitOfWork): Promise<readonly number[]> {
    const { configuration } = this.deps;
    if (type === 'profile') {
      const profile = await configuration.findById(certificateProfileType, id);
      return profile?.usability.usable === true ? profile.usability.value.publisherIds : [];
    }
    const ca = await configuration.findById(caType, id);
    if (ca !== undefined) return ca.usability.usable ? ca.usability.value.publisherIds : [];
    // A CA that is imported with its certificate has its document in the same unit.
    const made = writes.find((write) => isInsertOf(write, id)) as DocumentInsert | undefined;
    const { crlPublishers = [] } = JSON.parse(made?.body ?? '{}') as { readonly crlPublishers?: readonly number[] };
    return crlPublishers;
  }

  #entry(publisherId: number, object: ObjectKey): InsertPublication {
    const { ids, clock } = this.deps;
    const publication = { id: ids.next(), publisherId, object, createdMs: clock.nowMs() };
    return { op: 'publication.insert', publication };
  }
}

/** A published object changed by a write, and the document that names its publishers. */
interface Source {
  readonly object: ObjectKey;
  readonly type: 'profile' | 'ca';
  readonly id: number;
  /** Type and id as one text. */
  readonly of: string;
}

function sourceOf(write: Write): Source | undefined {
  switch (write.op) {
    case 'certificate.insert': {
      const { id, certificateProfileId } = (write as InsertCertificate).certificate;
      return ofProfile(certificateProfileId, id);
    }
    case 'certificate.change-revocation': {
      const { id, certificateProfileId } = write as ChangeRevocation;
      return ofProfile(certificateProfileId, id);
    }
    case 'crl.insert': {
      const { caId, partition, baseNumber } = (write as InsertCrl).crl;
      return ofCa(caId, { kind: 'crl', caId, partition, crl: baseNumber === undefined ? 'base' : 'delta' });
    }
    case 'ca-state.update': {
      const { state, hasNewCertificate } = write as UpdateCaState;
      return hasNewCertificate ? ofCa(state.caId, { kind: 'ca-certificate', caId: state.caId }) : undefined;
    }
    default:
      return undefined;
  }
}

function ofProfile(profileId: number, id: number): Source {
  return { object: { kind: 'certificate', id }, type: 'profile', id: profileId, of: `profile ${profileId}` };
}

function ofCa(caId: number, object: ObjectKey): Source {
  return { object, type: 'ca', id: caId, of: `ca ${caId}` };
}

function isInsertOf(write: Write, id: number): boolean {
  return write.op === 'document.insert' && (write as DocumentInsert).id === id;
}
