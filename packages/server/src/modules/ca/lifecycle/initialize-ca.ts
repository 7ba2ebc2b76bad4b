/** Makes a CA of a document work: its keys, and its first certificate or the request for one. */
import { planAndCommit, type Plan, type UnitOfWorkStore, type Write } from '../../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import type { Configuration, Document } from '../../configuration/index.ts';
import { cryptoTokenRule, type KeyPairInfo } from '../../crypto-tokens/index.ts';
import {
  type Authorities,
  CaNotFoundError,
  type CaSettings,
  CaStatusError,
  CaWithoutKeysError,
  type CertificateAuthority,
  WrongCaKindError,
  caType,
} from '../authorities/index.ts';
import type { CaKeys } from '../keys/index.ts';
import { type CaState, type CaStateStore, updateOf } from '../records/index.ts';
import type { UpdateCrls } from '../crls/index.ts';

/** A CA that has a document and keys, and nothing else yet. */
export interface UninitializedCa<S extends CaSettings = CaSettings> {
  readonly administrator: Administrator;
  readonly document: Document<unknown, S>;
  /** With the aliases of its keys. */
  readonly state: CaState;
  readonly key: KeyPairInfo;
  /** The key of its alternative signatures. */
  readonly alternativeKey: KeyPairInfo | undefined;
}

/** What becomes of it. */
export interface Initialization {
  /** The state with its new status and chain, or its request; the version is counted elsewhere. */
  readonly state: CaState;
  /** Beside the one of the state. */
  readonly writes: readonly Write[];
  /** Beside the one that tells of the CA: of the certificate that another CA of the installation issued to it. */
  readonly entries: readonly AuditEntry[];
}

/** Initialises CAs of one kind. */
export interface CaInitializer<S extends CaSettings = CaSettings> {
  /** Authorizes what is not common to all kinds, decides and signs. */
  plan(ca: UninitializedCa<S>): Promise<Initialization>;
}

/** One for each kind. */
type CaInitializers = { readonly [K in CaSettings['kind']]: CaInitializer<Extract<CaSettings, { kind: K }>> };

export interface InitializeCaDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly states: CaStateStore;
  readonly keys: CaKeys;
  readonly initializers: Partial<CaInitializers>;
  readonly store: UnitOfWorkStore;
  readonly updateCrls: Pick<UpdateCrls, 'updateCa'>;
}

export class InitializeCa {
  readonly #deps: InitializeCaDeps;

  constructor(deps: InitializeCaDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the keys that are missing, then the certificate, then the first CRLs. A failure before the certificate leaves the keys and an
   * uninitialised CA, with which it can be tried again.
   *
   * @throws {@link CaNotFoundError}
   * @throws {@link CaStatusError} when it is initialised already
   * @throws {CaKeyTakenError} when another CA signs with one of its keys
   * @throws {@link CaWithoutKeysError} for a CA without a crypto token: its certificate is imported
   */
  async initialize(administrator: Administrator, name: string): Promise<CertificateAuthority> {
    const { audit, authorities, store, updateCrls } = this.#deps;
    const entry = { event: 'CA_KEYACTIVATE', actor: actorOf(administrator), details: { name } } as const;
    const id = await audit.recordingRefusal(entry, async () => {
      // Making keys is an act of its own, so it comes first: planning only finds them.
      await this.#read(administrator, name);
      return planAndCommit(() => this.#plan(administrator, name), store);
    });
    await updateCrls.updateCa(id);
    return (await authorities.findById(id))!;
  }

  async #plan(administrator: Administrator, name: string): Promise<Plan<number>> {
    const { audit, configuration } = this.#deps;
    const { epoch } = configuration;
    const ca = await this.#read(administrator, name);
    const { document } = ca;
    const { state, writes, entries } = await this.#initialization(ca);
    const entry: AuditEntry = {
      event: 'CA_KEYACTIVATE',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: document.id,
      details: {
        name: document.name,
        subject: document.value.subject.toString(),
        status: state.status,
        notAfter: state.notAfter,
      },
    };
    const all = [...writes, updateOf(ca.state, state), { op: 'epoch.move' }];
    return { unit: audit.unit(all, [entry, ...entries], epoch), result: document.id };
  }

  async #read(administrator: Administrator, name: string): Promise<UninitializedCa> {
    const { access, configuration, states, keys } = this.#deps;
    // Who may not add a CA does not learn which there are.
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const document = await configuration.find(caType, name);
    const stored = document && (await states.findState(document.id));
    if (document === undefined || stored === undefined) throw CaNotFoundError.byName(name);
    const { cryptoTokenId, firstKey, alternative, firstKeySequence } = document.value;
    if (cryptoTokenId === undefined) throw new CaWithoutKeysError(name);
    await access.authorize(administrator, cryptoTokenRule('use', cryptoTokenId));
    if (stored.status !== 'UNINITIALIZED') throw new CaStatusError(name, stored.status, ['UNINITIALIZED']);
    await keys.requireUnshared(document.id, cryptoTokenId, [firstKey.alias, alternative?.firstKey.alias ?? '']);
    const state = {
      ...stored,
      keyAlias: firstKey.alias,
      alternativeKeyAlias: alternative?.firstKey.alias ?? '',
      keySequence: firstKeySequence,
    };
    return {
      administrator,
      document,
      state,
      key: await keys.obtain(administrator, cryptoTokenId, firstKey),
      alternativeKey: alternative && (await keys.obtain(administrator, cryptoTokenId, alternative.firstKey)),
    };
  }

  #initialization(ca: UninitializedCa): Promise<Initialization> {
    const { name, value } = ca.document;
    // The document is one of that kind; TypeScript does not follow a key to its value.
    const initializer = this.#deps.initializers[value.kind];
    if (initializer === undefined) throw new WrongCaKindError(name, value.kind, 'X509');
    return initializer.plan(ca as never);
  }
}
