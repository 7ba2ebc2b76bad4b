import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors.ts';
import { SharedRuns } from '../../../kernel/tasks/shared-runs.ts';
import { StorageUnavailableError } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Configuration } from '../../configuration/index.ts';
import { type CryptoTokens, cryptoTokenType, holdsItsKeys } from '../../crypto-tokens/index.ts';
import type { CaStateStore, CaStateVersion, OcspResponderRecord, OcspResponderStore } from '../records/index.ts';
import { caType } from '../kinds/index.ts';
import { certifiedKeys, keyOctetsOf, requestedKeys } from './certified-keys.ts';

export interface CaPublicKeysDeps {
  readonly configuration: Configuration;
  readonly responders: Pick<OcspResponderStore, 'listAfter' | 'listFormerAfter'>;
  readonly states: Pick<CaStateStore, 'findState' | 'listVersions' | 'listFurtherCertificates'>;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

/**
 * The present, future and former keys of all CAs, wherever they are: another crypto token may hold the same key, and certificates under a replaced key
 * are still relied on. Also the keys of OCSP responders that CAs have certified, including former ones until their certificates expire.
 *
 * They are read once per configuration epoch for all callers, a few CAs at a time so that other work is not blocked. The keys from a CA's state are
 * reused as long as the state has the same version, which every change of its keys raises.
 */
export class CaPublicKeys extends WithDeps<CaPublicKeysDeps> {
  readonly #runs = new SharedRuns();
  /** Keys by id of the CA. */
  #certified: ReadonlyMap<number, CertifiedKeys> = new Map();
  /** Keys by id of the OCSP responder. */
  #responders: ReadonlyMap<number, CertifiedKeys> = new Map();
  #gathered: GatheredKeys | undefined;

  /** @param publicKey - DER SubjectPublicKeyInfo */
  async isKeyOfCa(publicKey: Uint8Array): Promise<boolean> {
    const name = keyName(keyOctetsOf(publicKey));
    const { keys, unanswered } = await this.#current();
    if (keys.has(name)) return true;
    // A device that did not answer before may answer now.
    for (const named of unanswered) if ((await this.#keyCalled(named)) === name) return true;
    return false;
  }

  /**
   * Tells whether relying parties trust signatures of this key in the name of a CA: whether it belongs to a CA or its OCSP responder.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  async speaksForCa(publicKey: Uint8Array): Promise<boolean> {
    const { responders } = await this.#current();
    return responders.has(keyName(keyOctetsOf(publicKey))) || (await this.isKeyOfCa(publicKey));
  }

  async #current(): Promise<GatheredKeys> {
    if (this.#gathered?.epoch !== this.deps.configuration.epoch) await this.#runs.run('keys', () => this.#gather());
    return this.#gathered!;
  }

  async #gather(): Promise<void> {
    const { configuration, states } = this.deps;
    const { epoch } = configuration;
    const certified = new Map<number, CertifiedKeys>();
    const responders = await this.#respondersNow();
    const gathered = {
      epoch,
      keys: new Set<string>(),
      responders: new Set([...responders.values()].flatMap(({ names }) => names)),
      unanswered: new Array<NamedKey>(),
    };
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const page = await states.listVersions(after, PAGE_SIZE);
      for (const { caId, version } of page) {
        const known = this.#certified.get(caId);
        if (known?.version === version) certified.set(caId, known);
      }
      const changed = page.filter(({ caId }) => !certified.has(caId));
      await inTurns(changed, async (version) => certified.set(version.caId, await this.#certifiedOf(version)));
      for (const { caId } of page) for (const name of certified.get(caId)!.names) gathered.keys.add(name);
      const beginning = page.filter(({ status }) => status === 'UNINITIALIZED');
      await inTurns(beginning, ({ caId }) => this.#gatherFirst(caId, gathered));
      await nextTurn();
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_SIZE) break;
      after = last.caId;
    }
    this.#certified = certified;
    this.#responders = responders;
    this.#gathered = gathered;
  }

  async #respondersNow(): Promise<ReadonlyMap<number, CertifiedKeys>> {
    const { responders } = this.deps;
    const found = new Map<number, CertifiedKeys>();
    await this.#eachResponder((after) => responders.listAfter(after, PAGE_SIZE), found);
    await this.#eachResponder((after) => responders.listFormerAfter(after, PAGE_SIZE), found);
    return found;
  }

  async #eachResponder(
    read: (after: number) => Promise<readonly CertifiedResponder[]>,
    found: Map<number, CertifiedKeys>,
  ) {
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const page = await read(after);
      for (const record of page) {
        const known = this.#responders.get(record.id);
        found.set(record.id, known?.version === (record.version ?? 0) ? known : keysOfResponder(record));
      }
      await nextTurn();
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.id;
    }
  }

  /** Returns the keys in a CA's present and former certificates and its request. */
  async #certifiedOf({ caId, version }: CaStateVersion): Promise<CertifiedKeys> {
    const { states } = this.deps;
    const [state, further] = await Promise.all([
      states.findState(caId),
      states.listFurtherCertificates(caId, MAX_FURTHER),
    ]);
    if (state === undefined) return { version, names: [] };
    // The certificates above it belong to CAs, too, and the chain of an SSH CA also holds its former keys.
    const certificates = [...state.chain, ...further.flatMap(({ chain }) => chain.slice(0, 1))];
    const octets = [
      ...certificates.flatMap(certifiedKeys),
      ...(state.request === undefined ? [] : requestedKeys(state.request.der)),
    ];
    return { version: state.version, names: [...new Set(octets.map(keyName))] };
  }

  /** Adds the first keys of a CA that is not initialized, as far as they are known. */
  async #gatherFirst(caId: number, { keys, unanswered }: GatheringKeys): Promise<void> {
    const { configuration } = this.deps;
    const ca = await configuration.findById(caType, caId);
    if (ca?.value.cryptoTokenId === undefined) return;
    const { cryptoTokenId: tokenId, firstKey, alternative } = ca.value;
    const token = await configuration.getById(cryptoTokenType, tokenId);
    for (const alias of [firstKey.alias, alternative?.firstKey.alias]) {
      if (alias === undefined) continue;
      const found = await this.#keyCalled({ tokenId, alias });
      if (found !== undefined) keys.add(found);
      // Generating a key here moves the epoch, but a device may get keys from elsewhere.
      else if (holdsItsKeys(token.value.type)) unanswered.push({ tokenId, alias });
    }
  }

  /**
   * Returns the fingerprint of the key; undefined if it does not exist yet or the token fails. That is safe, because a CA accepts no key that has
   * signed documents, and a problem with one CA's key must not keep workers from signing.
   */
  async #keyCalled({ tokenId, alias }: NamedKey): Promise<string | undefined> {
    try {
      return keyName(keyOctetsOf((await this.deps.tokens.getKeyPair(tokenId, alias)).publicKey));
    } catch (error) {
      if (error instanceof AppError && !(error instanceof StorageUnavailableError)) return undefined;
      throw error;
    }
  }
}

/** A present responder, or a former key of one, which never changes. */
type CertifiedResponder = Pick<OcspResponderRecord, 'id' | 'certificate'> &
  Partial<Pick<OcspResponderRecord, 'version'>>;

/** Keys read from one version of a CA state or a responder. */
interface CertifiedKeys {
  readonly version: number;
  /** Fingerprints, see {@link keyName}. */
  readonly names: readonly string[];
}

interface GatheredKeys {
  /** Epoch before the first read. */
  readonly epoch: number;
  readonly keys: ReadonlySet<string>;
  readonly responders: ReadonlySet<string>;
  /** First keys of CAs that are not known because their devices did not answer. */
  readonly unanswered: readonly NamedKey[];
}

interface GatheringKeys {
  readonly keys: Set<string>;
  readonly unanswered: NamedKey[];
}

interface NamedKey {
  readonly tokenId: number;
  readonly alias: string;
}

/** Runs `act` for a few elements at a time, with turns of the event loop in between. */
async function inTurns<T>(all: readonly T[], act: (each: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await Promise.all(all.slice(at, at + AT_ONCE).map(act));
    await nextTurn();
  }
}

function keysOfResponder({ version = 0, certificate }: CertifiedResponder): CertifiedKeys {
  return { version, names: certifiedKeys(certificate).map(keyName) };
}

function keyName(octets: Uint8Array): string {
  return hash('sha256', octets, 'base64');
}

const PAGE_SIZE = 500;
/** Number of CAs read before other events get a turn. */
const AT_ONCE = 10;
/** Limit on further certificates read: more than renewals produce. */
const MAX_FURTHER = 1000;
