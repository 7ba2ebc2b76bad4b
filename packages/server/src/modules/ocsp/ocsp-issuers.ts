/** Lookup of CA keys by the issuer hashes in OCSP requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { digest, hashAlgorithmByName, isNull, type OcspCertificateId, type Oid } from '@sealwright/pki';
import { SharedRuns } from '../../kernel/tasks/shared-runs.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { type Authorities, type CaStateStore, type KeyGeneration, keyGenerationsOf } from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { OcspEpochMovesError } from './errors.ts';

/**
 * A key of a CA, present or former.
 *
 * A class, because it lives long: V8 gives an object literal the form of all others that begin with the same members, changes that form when one of those has
 * a member of another kind, and then optimizes what reads the old object again and again, in vain.
 */
export class OcspIssuer {
  readonly caId: number;
  readonly generation: KeyGeneration;
  /** SHA-1 fingerprints, in hexadecimal, of the certificates of the CA's other keys. */
  readonly otherCertificateSha1s: ReadonlySet<string>;

  constructor(caId: number, generation: KeyGeneration, others: readonly KeyGeneration[]) {
    this.caId = caId;
    this.generation = generation;
    this.otherCertificateSha1s = new Set(others.flatMap(({ certificateSha1s }) => [...certificateSha1s]));
  }
}

export interface OcspIssuersDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly configuration: Pick<Configuration, 'epoch'>;
  readonly states: Pick<CaStateStore, 'listVersions' | 'listFurtherCertificates'>;
}

/**
 * An index of all keys of all CAs. When the epoch moves, the versions of the CA states are read again. The keys of a CA are reloaded only if the
 * version of its state has changed, since every change of its keys changes the state.
 */
export class OcspIssuers extends WithDeps<OcspIssuersDeps> {
  readonly #runs = new SharedRuns();
  readonly #byHashes = new Map<string, OcspIssuer>();
  readonly #known = new Map<number, KnownCa>();
  #epoch = -1;

  /** True while the index is that of the present epoch. */
  get isCurrent(): boolean {
    return this.#epoch === this.deps.configuration.epoch;
  }

  /**
   * Has the index follow the present epoch.
   *
   * @throws {@link OcspEpochMovesError} when the configuration changes faster than it is read
   */
  async keepUp(): Promise<void> {
    for (let attempt = 1; !this.isCurrent; attempt++) {
      if (attempt > MAX_ATTEMPTS) throw new OcspEpochMovesError();
      await this.#runs.run('follow', () => this.#follow());
    }
  }

  /** Finds the issuer that `id` names; undefined for one that is not in the index, or is named by a hash other than SHA-1 and SHA-2. */
  find({
    hashAlgorithm: { oid, parameters },
    issuerNameHash,
    issuerKeyHash,
  }: OcspCertificateId): OcspIssuer | undefined {
    if (!(parameters === undefined || isNull(parameters))) return undefined;
    return this.#byHashes.get(keyOf(oid, issuerNameHash, issuerKeyHash));
  }

  /**
   * Finds all keys of a CA.
   *
   * @throws {@link OcspEpochMovesError} when the configuration changes faster than it is read
   */
  async listOfCa(caId: number): Promise<readonly OcspIssuer[]> {
    await this.keepUp();
    const keys = this.#known.get(caId)?.keys ?? [];
    return [
      ...new Set(keys.map((key) => this.#byHashes.get(key)).filter((issuer) => issuer?.caId === caId)),
    ] as OcspIssuer[];
  }

  async #follow(): Promise<void> {
    const { configuration, states } = this.deps;
    const { epoch } = configuration;
    if (epoch === this.#epoch) return;
    const seen = new Set<number>();
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const page = await states.listVersions(after, PAGE_SIZE);
      for (const { caId, version } of page) {
        seen.add(caId);
        if (this.#known.get(caId)?.version === version) continue;
        await this.#load(caId);
        await nextTurn();
      }
      if (page.length < PAGE_SIZE) break;
      after = page.at(-1)!.caId;
    }
    for (const caId of this.#known.keys()) if (!seen.has(caId)) this.#forget(caId);
    this.#epoch = epoch;
  }

  /**
   * Loads the keys of a CA under the version of their state. Until this process learns of a change by another one, the former keys are found; they
   * are reloaded when it does.
   */
  async #load(caId: number): Promise<void> {
    const { authorities, states } = this.deps;
    const authority = await authorities.findById(caId);
    const generations = authority?.kind === 'X509' ? await keyGenerationsOf(authority, states) : [];
    this.#forget(caId);
    if (authority === undefined) return;
    const keys: string[] = [];
    for (const generation of generations) {
      const issuer = new OcspIssuer(
        caId,
        generation,
        generations.filter((one) => one !== generation),
      );
      for (const key of keysOf(generation)) {
        keys.push(key);
        this.#byHashes.set(key, issuer);
      }
    }
    this.#known.set(caId, { version: authority.stateVersion, keys });
  }

  #forget(caId: number): void {
    for (const key of this.#known.get(caId)?.keys ?? []) {
      if (this.#byHashes.get(key)?.caId === caId) this.#byHashes.delete(key);
    }
    this.#known.delete(caId);
  }
}

interface KnownCa {
  readonly version: number;
  /** Keys of the index entries. */
  readonly keys: readonly string[];
}

function keysOf({ issuer: { certificate } }: KeyGeneration): readonly string[] {
  const { subject, publicKey } = certificate;
  return HASHES.map((hash) => keyOf(hash.oid, digest(hash, subject.der), digest(hash, publicKey.keyBytes)));
}

function keyOf(hash: Oid, nameHash: Uint8Array, keyHash: Uint8Array): string {
  return `${hash} ${nameHash.toHex()} ${keyHash.toHex()}`;
}

const HASHES = (['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map(hashAlgorithmByName);
const PAGE_SIZE = 500;
const MAX_ATTEMPTS = 5;
