/** Import of a CRL that a CA of this installation has made elsewhere: first its revocations, then the CRL itself. */
import type { Certificate } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { partlyDone } from '../../../kernel/errors.ts';
import { planAndCommit, type Plan, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { getAccessible, caEvent, type ChangingDeps } from '../authorities/index.ts';
import { type X509Authority, requireX509 } from '../kinds/index.ts';
import { type RevocationChangeDeps, certifiedCa, oneEpochMove, revocationChange } from '../revocation/index.ts';
import type { CaStateStore, CertificateStore, CrlHead, CrlScope, CrlStore, InsertCrl } from '../records/index.ts';
import {
  CrlEmptyError,
  CrlNotNewerError,
  CrlOfOtherIssuerError,
  CrlParts,
  CrlUnreadableError,
  CrlUploadError,
  type StoredOctets,
  crlNumberWrite,
  unknownCertificate,
} from '../crls/index.ts';
import { requireImportable } from './importable-crl.ts';
import { importedRevocation } from './imported-revocation.ts';
import { sha1Of } from '../issuance/index.ts';
import { namesPartition, partitionUri } from '../settings/index.ts';
import type { GoodCrl, HoldScope, UploadedCrl, UploadedCrls, UploadedEntry, UploadedOctets } from './uploaded-crl.ts';

export interface ImportCrlDeps
  extends Pick<UseCaseDeps, 'clock' | 'random' | 'ids'>, ChangingDeps, RevocationChangeDeps {
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
  readonly crls: CrlStore;
  readonly uploaded: UploadedCrls;
}

export class ImportCrl extends WithDeps<ImportCrlDeps> {
  /**
   * Requires that the CA exists and the administrator may import its CRLs.
   *
   * @throws {@link CaNotFoundError}
   */
  async authorize(administrator: Administrator, issuerDn: string): Promise<X509Authority> {
    const { createCrl } = Resource.caFunctionality;
    await this.deps.access.authorize(administrator, createCrl, Resource.ra.revokeEndEntity);
    return requireX509(await getAccessible(administrator, createCrl, { subject: issuerDn }, this.deps));
  }

  /**
   * Imports a CRL in units of bounded size. An interrupted import is simply repeated: entries already imported are skipped, and the CRL is stored
   * last, so that its number does not cause a refusal.
   *
   * @throws {@link CaNotFoundError}, {@link CrlUploadError}, {@link CrlEmptyError}, {@link CrlUnreadableError}
   * @throws {@link CrlOfOtherIssuerError}, {@link CrlNotImportableError}, {@link CrlNotNewerError}
   */
  async import(
    administrator: Administrator,
    issuerDn: string,
    partition: number,
    octets: UploadedOctets,
  ): Promise<void> {
    const authority = await this.authorize(administrator, issuerDn);
    requirePartition(authority, partition);
    if (octets.length === 0) throw new CrlEmptyError();
    const [issuer] = authority.chain;
    const found: UploadedCrl = issuer ? await this.deps.uploaded.inspect(octets, issuer) : { kind: 'foreign' };
    if (found.kind === 'unreadable') throw new CrlUnreadableError(found.problem);
    if (found.kind === 'foreign') throw new CrlOfOtherIssuerError(issuerDn);
    requireImportable(found, nowSeconds(this.deps.clock));
    const scope = { caId: authority.id, partition };
    await this.#requireNewer(scope, found.number);
    const unknown = authority.settings.crl.acceptsUnknownCertificates;
    const covers = coversScope(authority, scope, found);
    const releases = covers ? holdsReleasedBy(scope, found, issuer!) : undefined;
    let isBegun = false;
    try {
      await this.deps.uploaded.differences(authority.id, octets, { unknown, releases }, async (entries) => {
        if (entries.length === 0) return;
        await planAndCommit(
          () => this.#planEntries(administrator, issuerDn, partition, { entries, unknown }),
          this.deps.store,
        );
        isBegun = true;
      });
      const complete = unknown && covers && (await this.#hasBase(scope, found));
      await this.#storeCrl(administrator, issuerDn, scope, { ...found, complete }, octets);
    } catch (error) {
      throw isBegun ? partlyDone(error) : error;
    }
  }

  /** Tells whether the base CRL that a delta CRL refers to is here, or a later one, with all its entries. */
  async #hasBase(scope: CrlScope, { baseNumber }: GoodCrl): Promise<boolean> {
    if (baseNumber === undefined) return true;
    const base = await this.deps.crls.findLatestHead(scope, 'base');
    return base !== undefined && base.complete && base.number >= baseNumber;
  }

  async #storeCrl(
    administrator: Administrator,
    issuerDn: string,
    scope: CrlScope,
    found: FoundCrl,
    octets: UploadedOctets,
  ): Promise<void> {
    const id = this.deps.ids.next();
    const parts = new CrlParts(this.deps, id);
    try {
      const stored = await parts.store(octets);
      const completed = { id, ...scope, completion: parts.completion() };
      await planAndCommit(() => this.#planCrl(administrator, issuerDn, completed, found, stored), this.deps.store);
    } catch (error) {
      await parts.discard().catch(() => undefined);
      throw error;
    }
  }

  /** Requires a number higher than the last one, and returns the last one. */
  async #requireNewer(scope: CrlScope, number: bigint): Promise<number | undefined> {
    const last = await this.deps.crls.findNumber(scope);
    if (last !== undefined && last >= number) throw new CrlNotNewerError(number);
    return last;
  }

  async #planEntries(
    administrator: Administrator,
    issuerDn: string,
    partition: number,
    { entries, unknown }: { readonly entries: readonly UploadedEntry[]; readonly unknown: boolean },
  ): Promise<Plan<undefined>> {
    const epoch = this.deps.epoch();
    const authority = await this.authorize(administrator, issuerDn);
    const actor = actorOf(administrator);
    const writes: Write[] = [];
    const told: AuditEntry[] = [];
    for (const entry of entries) {
      const record = await this.deps.certificates.findCertificate(authority.id, entry.serialNumber);
      const outcome = record && importedRevocation(record, entry);
      if (record === undefined && unknown) writes.push(...this.#unknown(authority, partition, entry));
      if (record === undefined || outcome === undefined) continue;
      const revoked = { record, ca: await certifiedCa(record, this.deps) };
      const change = await revocationChange(revoked, outcome, actor, this.deps);
      writes.push(...change.writes);
      told.push(change.entry);
    }
    const counts = { entries: entries.length, changed: told.length, unknown: writes.filter(isUnknown).length };
    const summary = caEvent(administrator, 'CRL_STORED', authority.id, { partition, ...counts });
    return { unit: this.deps.audit.unit(oneEpochMove(writes), [summary, ...told], epoch), result: undefined };
  }

  /** Stores a certificate that this database does not hold but its CRLs have to list. */
  #unknown(authority: X509Authority, partition: number, entry: UploadedEntry): readonly Write[] {
    const { serialNumber, reason, revokedAt, invalidity } = entry;
    if (reason === 'REMOVE_FROM_CRL') return [];
    const certificate = { serialNumber, reason, revokedAt, invalidity, notAfter: undefined, crlPartition: partition };
    return unknownCertificate(authority, certificate, this.deps);
  }

  async #planCrl(
    administrator: Administrator,
    issuerDn: string,
    { id, caId, partition, completion }: CrlScope & { readonly id: number; readonly completion: readonly Write[] },
    { number: bigNumber, baseNumber, thisUpdate, nextUpdate, complete }: FoundCrl,
    stored: StoredOctets,
  ): Promise<Plan<undefined>> {
    const { audit, clock } = this.deps;
    const epoch = this.deps.epoch();
    const { status } = await this.authorize(administrator, issuerDn);
    const scope = { caId, partition };
    const last = await this.#requireNewer(scope, bigNumber);
    const number = Number(bigNumber);
    const insert: InsertCrl = {
      op: 'crl.insert',
      crl: {
        id,
        ...scope,
        number,
        baseNumber: baseNumber === undefined ? undefined : Number(baseNumber),
        thisUpdate,
        nextUpdate: nextUpdate ?? thisUpdate,
        // Changes since its base CRL were not noted here.
        deltaBase: false,
        imported: true,
        complete,
        createdMs: clock.nowMs(),
        ...stored,
      },
    };
    const entry = caEvent(administrator, 'CRL_STORED', caId, {
      number,
      kind: baseNumber === undefined ? 'base' : 'delta',
      partition,
      thisUpdate,
    });
    // OCSP responses for certificates of an external CA come from its newest CRL, and are cached by epoch.
    const moves = status === 'EXTERNAL' ? [{ op: 'epoch.move' }] : [];
    const writes = [crlNumberWrite(scope, last, number), ...completion, insert, ...moves];
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }
}

/** Tells whether the CRL is of all certificates of its partition. Only for external CAs: for others, what is here decides. */
function coversScope(
  { status, settings }: X509Authority,
  { partition }: CrlScope,
  { covers, addresses }: GoodCrl,
): boolean {
  if (status !== 'EXTERNAL' || covers === 'part') return false;
  if (covers === 'all') return true;
  // The certificates that name an address are those of a partition when it is the address of that partition.
  const { partitions, distributionPoints } = settings.crl;
  const isPartition = partition > 0 && partition <= (partitions?.count ?? 0);
  const own = distributionPoints.filter(namesPartition).map((uri) => partitionUri(uri, partition));
  return isPartition && own.some((uri) => addresses.includes(uri));
}

/** Returns the certificates that were released from hold unless the CRL lists them: a release that is in no delta CRL shows by nothing else. */
function holdsReleasedBy(
  { partition }: CrlScope,
  { baseNumber, covers, thisUpdate }: GoodCrl,
  issuer: Certificate,
): HoldScope | undefined {
  if (baseNumber !== undefined) return undefined;
  return { caSha1: sha1Of(issuer.der), partition: covers === 'all' ? undefined : partition, thisUpdate };
}

/** A CRL, and whether all its entries were stored: see {@link CrlHead.complete}. */
type FoundCrl = GoodCrl & Pick<CrlHead, 'complete'>;

/** Requires a partition that the CA has: nobody would request the CRL of another one. */
function requirePartition({ name, settings }: X509Authority, partition: number): void {
  const count = settings.crl.partitions?.count ?? 0;
  if (partition <= count) return;
  const has = count === 0 ? 'no partitions' : `the partitions 1 to ${count}`;
  throw new CrlUploadError(
    `Invalid CRL partition index: '${partition}'. The CA '${name}' has ${has}; 0 is its main CRL.`,
  );
}

function isUnknown({ op }: Write): boolean {
  return op === 'certificate.insert-unknown';
}
