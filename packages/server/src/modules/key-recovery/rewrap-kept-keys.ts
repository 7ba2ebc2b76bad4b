/** Job that follows a change of a CA's escrow key: encrypts every kept key for the new one. */
import type { Ids } from '../../kernel/ids.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Plan, UnitOfWork, Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { compareBytes } from '@sealwright/pki';
import { actorOf, SYSTEM } from '../access/index.ts';
import type { AuditEntry, AuditLog } from '../audit/index.ts';
import type { InsertJob, JobKind, JobSummary } from '../background/index.ts';
import { type Authorities, type CertificateAuthority, getById } from '../ca/index.ts';
import { EscrowKeyMissingError, KeptKeyDamagedError } from './errors.ts';
import type { EscrowKey, EscrowKeys } from './escrow-keys.ts';
import type { KeptKey, KeptKeyStore, RewrapKeptKey } from './kept-key.ts';
import type { KeyEnvelopes } from './key-envelopes.ts';

/** Progress of a job. */
export interface RewrapProgress {
  readonly caId: number;
  /** Id of the last kept key processed; 0 at first. */
  readonly after: number;
  /** Number of keys encrypted for the new escrow key so far. */
  readonly rewrapped: number;
  /** Number of keys that could not be opened and stay unchanged. */
  readonly failed: number;
}

/** Kind of these jobs. */
const REWRAP_JOB = 'rewrap-kept-keys';

/** Plans a job that encrypts the kept keys of a CA for its new escrow key; nothing if it has no kept keys. */
export async function rewrapJob(
  caId: number,
  {
    ids,
    clock,
    keptKeys,
  }: { readonly ids: Ids; readonly clock: Clock; readonly keptKeys: Pick<KeptKeyStore, 'listAfter'> },
): Promise<readonly InsertJob[]> {
  if ((await keptKeys.listAfter(caId, 0, 1)).length === 0) return [];
  const progress: RewrapProgress = { caId, after: 0, rewrapped: 0, failed: 0 };
  const job = { kind: REWRAP_JOB, progress: JSON.stringify(progress), createdMs: clock.nowMs() };
  return [{ op: 'job.insert', id: ids.next(), ...job }];
}

export interface RewrapKeptKeysDeps {
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly envelopes: KeyEnvelopes;
  readonly escrowKeys: EscrowKeys;
  readonly keptKeys: KeptKeyStore;
  readonly epoch: () => number;
}

/**
 * Rewraps the kept keys of a CA in order of their ids. The setting was changed before, and the epoch has moved since, so no key is kept for the
 * former escrow key behind the position reached.
 *
 * A key that cannot be opened stays unchanged, and is recorded. If the crypto token of a key is closed, the run ends and the job continues when the
 * token is open.
 */
export class RewrapKeptKeys extends WithDeps<RewrapKeptKeysDeps> implements JobKind<RewrapProgress, KeptKey> {
  readonly kind = REWRAP_JOB;
  readonly task = 'rewrap-kept-keys';
  readonly purpose = 'encrypt kept keys for the new escrow key';

  summarize(_jobId: number, { caId, rewrapped, failed }: RewrapProgress): JobSummary {
    return { caId, counts: { rewrapped, failed } };
  }

  readItems(_jobId: number, { caId, after }: RewrapProgress): Promise<readonly KeptKey[]> {
    return this.deps.keptKeys.listAfter(caId, after, KEYS_PER_UNIT);
  }

  async planStep(_jobId: number, progress: RewrapProgress, keys: readonly KeptKey[]): Promise<Plan<RewrapProgress>> {
    const { audit, authorities, escrowKeys } = this.deps;
    const epoch = this.deps.epoch();
    const authority = await getById(authorities, progress.caId);
    const to = await escrowKeys.of(authority);
    const writes: Write[] = [];
    const entries: AuditEntry[] = [];
    for (const key of keys.filter(({ escrowKey }) => !isSame(escrowKey, to))) {
      const { write, entry } = await this.#rewrap(authority, key, to);
      if (write !== undefined) writes.push(write);
      entries.push(entry);
    }
    const reached: RewrapProgress = {
      ...progress,
      after: keys.at(-1)!.id,
      rewrapped: progress.rewrapped + writes.length,
      failed: progress.failed + entries.length - writes.length,
    };
    return { unit: audit.unit(writes, [summaryOf(reached), ...entries], epoch), result: reached };
  }

  complete(): Promise<void> {
    return Promise.resolve();
  }

  planEnd(_jobId: number, progress: RewrapProgress): UnitOfWork {
    return this.deps.audit.unit([], [summaryOf(progress)], undefined);
  }

  async #rewrap(
    authority: CertificateAuthority,
    key: KeptKey,
    { publicKey, ...escrowKey }: EscrowKey,
  ): Promise<{ readonly write?: RewrapKeptKey; readonly entry: AuditEntry }> {
    const { envelopes } = this.deps;
    const { id, caId, serialNumber, publicKeySha256, version } = key;
    const entry = {
      event: 'KEYRECOVERY_EDITDATA',
      actor: actorOf(SYSTEM),
      caId,
      serial: serialNumber,
      details: { from: key.escrowKey.alias, to: escrowKey.alias },
    } as const;
    const binding = { issuer: authority.settings.subject, serialNumber, publicKeySha256 };
    try {
      const privateKey = await envelopes.open(key.envelope, binding, key.escrowKey);
      try {
        const envelope = envelopes.make(privateKey, binding, publicKey);
        const write = { op: 'kept-key.rewrap', id, expectedVersion: version, envelope, escrowKey } as const;
        return { write, entry: { ...entry, outcome: 'SUCCESS' } };
      } finally {
        privateKey.fill(0);
      }
    } catch (error) {
      if (!isLasting(error)) throw error;
      return { entry: { ...entry, outcome: 'FAILURE', details: { ...entry.details, refusal: error.code } } };
    }
  }
}

/** Tells whether a retry would fail in the same way. */
function isLasting(error: unknown): error is EscrowKeyMissingError | KeptKeyDamagedError {
  return error instanceof KeptKeyDamagedError || error instanceof EscrowKeyMissingError;
}

function isSame(one: Pick<KeptKey['escrowKey'], 'tokenId' | 'alias' | 'publicKeySha256'>, other: EscrowKey): boolean {
  return (
    one.tokenId === other.tokenId &&
    one.alias === other.alias &&
    compareBytes(one.publicKeySha256, other.publicKeySha256) === 0
  );
}

function summaryOf({ caId, rewrapped, failed }: RewrapProgress): AuditEntry {
  return {
    event: 'KEYRECOVERY_EDITDATA',
    outcome: failed === 0 ? 'SUCCESS' : 'FAILURE',
    actor: actorOf(SYSTEM),
    caId,
    details: { rewrapped, failed },
  };
}

/** Maximum number of keys per unit. Each takes a decryption by a crypto token, a row and an audit record. */
const KEYS_PER_UNIT = 20;
