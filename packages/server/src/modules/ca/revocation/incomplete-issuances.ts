/** Certificates that were about to be signed when a process ended. They may or may not exist, so their serial numbers can be revoked. */
import { nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { getById, caEvent, type ChangingDeps } from '../authorities/index.ts';
import { type CrlUponRevocation, unknownCertificate } from '../crls/index.ts';
import { IN_PROGRESS_MS, type IssuanceJournalStore, type JournalEntry } from '../issuance/index.ts';

export interface IncompleteIssuancesDeps extends Pick<UseCaseDeps, 'clock' | 'ids'>, ChangingDeps {
  readonly journalStore: IssuanceJournalStore;
  readonly crlUponRevocation: CrlUponRevocation;
}

export class IncompleteIssuances extends WithDeps<IncompleteIssuancesDeps> {
  /** Lists the oldest ones of CAs that the administrator has access to, except those whose issuance may still be in progress. */
  async list(administrator: Administrator): Promise<readonly JournalEntry[]> {
    const { access, journalStore, clock } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.viewCertificate);
    const visible: JournalEntry[] = [];
    for (const entry of await journalStore.listIncomplete(clock.nowMs() - IN_PROGRESS_MS, MAX_LISTED)) {
      if (await access.isAuthorized(administrator, Resource.ca(entry.caId))) visible.push(entry);
    }
    return visible;
  }

  /** Adds the serial number to the CRLs of its CA, for as long as the certificate would have been valid. */
  async revoke(administrator: Administrator, entry: JournalEntry): Promise<void> {
    const { store, crlUponRevocation, authorities } = this.deps;
    await planAndCommit(() => this.#plan(administrator, entry), store);
    const authority = await getById(authorities, entry.caId);
    await crlUponRevocation.issue([{ authority, partition: entry.crlPartition }]);
  }

  async #plan(administrator: Administrator, entry: JournalEntry): Promise<Plan<undefined>> {
    const { access, audit, authorities, clock } = this.deps;
    const epoch = this.deps.epoch();
    const { caId, serialNumber, crlPartition, notAfter } = entry;
    await access.authorize(administrator, Resource.ra.revokeEndEntity, Resource.ca(caId));
    const authority = await getById(authorities, caId);
    const reason = 'CESSATION_OF_OPERATION';
    const revokedAt = nowSeconds(clock);
    const certificate = { serialNumber, reason, revokedAt, invalidity: undefined, notAfter, crlPartition } as const;
    const writes = unknownCertificate(authority, certificate, this.deps);
    const details = { reason, revokedAt, recordedBeforeSigningMs: entry.createdMs };
    const told = caEvent(administrator, 'CERT_REVOKED', caId, details, serialNumber);
    return { unit: audit.unit(writes, [told], epoch), result: undefined };
  }
}

const MAX_LISTED = 1000;
