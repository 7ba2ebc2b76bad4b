import { type KeyAlgorithm, type SignatureAlgorithm, signatureAlgorithmByName, type WrappedKey } from '@sealwright/pki';
import { KeyedQueue } from '../../kernel/tasks/keyed-queue.ts';
import type { Random } from '../../kernel/random.ts';
import {
  type CryptoToken,
  CryptoTokenOfflineError,
  type CryptoTokenState,
  KeyAliasInUseError,
  KeyImportRefusedError,
  type KeyPairInfo,
  type KeyPairRequest,
  KeyTestFailedError,
  nameSameSlot,
  planKeyPair,
  type MessageSignatureOptions,
  type SignatureOptions,
  type StoredKeyPair,
  type TokenDescription,
  UnknownKeyAliasError,
  UnsupportedKeyError,
  UnsupportedSignatureError,
} from '../../modules/crypto-tokens/index.ts';
import { chooseDigestSignature, chooseSignature, requireGoodSignature } from '../keys/index.ts';
import type { KeyPairSource } from '../software/index.ts';
import { CKM } from './cryptoki.ts';
import { AmbiguousKeyAliasError, ExtractableKeyError, Pkcs11OperationError } from './errors.ts';
import { aliasesOf, describeKey, type DescribedKey } from './described-key.ts';
import { checkedSettings, type KeyPolicy, keyPolicy } from './key-policy.ts';
import { provesItself } from './key-proof.ts';
import { keyPairMechanism, keyTemplates } from './key-templates.ts';
import type { LibraryProcess } from './library-process.ts';
import type { DeviceSession, Pkcs11Device } from './pkcs11-device.ts';
import { planSignature, type SigningPlan } from './signing-plan.ts';
import { explainReturnValue } from './return-values.ts';
import { unwrapInDevice } from './unwrapping.ts';

export interface Pkcs11TokenDeps {
  readonly tokenId: number;
  readonly device: Pkcs11Device;
  /** Store of key pairs. */
  readonly keyPairs: KeyPairSource;
  /** The settings that it was opened with. */
  readonly properties: TokenDescription['properties'];
  readonly policy: KeyPolicy;
  readonly random: Random;
}

/**
 * A token in a device.
 *
 * The device says which keys there are, also those made elsewhere: an alias is the label of a private key, or its CKA_ID in hexadecimal when it
 * has no label of its own. What is stored of a key pair says which key its alias means, should somebody give another key the same label,
 * and is there for those who look while the device is offline.
 */
export class Pkcs11Token implements CryptoToken {
  readonly #deps: Pkcs11TokenDeps;
  readonly #keys = new Map<string, KnownKey>();
  /** Keys are made and destroyed one after the other: two of one alias must not be, and libraries fail when several are at once. */
  readonly #changes = new KeyedQueue();
  #policy: KeyPolicy;
  #round = 0;

  constructor(deps: Pkcs11TokenDeps) {
    this.#deps = deps;
    this.#policy = deps.policy;
  }

  get state(): CryptoTokenState {
    return this.#deps.device.isUsable ? 'active' : 'offline';
  }

  async generateKeyPair(request: KeyPairRequest): Promise<StoredKeyPair> {
    this.#requireActive();
    const plan = planKeyPair(request);
    const { alias, keyUsage } = request;
    const { device, random } = this.#deps;
    const { overrides } = this.#policy;
    // An answer that was lost may have made the key: it is not asked for again.
    const make = () =>
      device.run(
        async (session) => {
          requireMechanism(session, plan.algorithm);
          if ((await session.ask('find', { alias })).length > 0) throw new KeyAliasInUseError(alias);
          const templates = keyTemplates(plan, alias, random.bytes(ID_OCTETS), keyUsage, overrides);
          const made = await refusedKey(plan.specification, () => session.askPatiently('generate', templates));
          const described = describeKey(made, alias);
          if (described === undefined) {
            await session.ask('destroy', { handle: made.handle });
            throw unsupported(plan.specification, 'it does not tell their public keys');
          }
          return { ...described.info, keyUsage, protectedKey: null };
        },
        { repeatable: false },
      );
    return this.#changes.run('', make);
  }

  async importKeyPair(): Promise<StoredKeyPair> {
    throw new KeyImportRefusedError(this.#deps.tokenId);
  }

  async removeKeyPair(alias: string, publicKey: Uint8Array): Promise<void> {
    const remove = () =>
      this.#deps.device.run(
        async (session) => {
          this.#keys.delete(alias);
          for (const key of await session.ask('find', { alias })) {
            const described = describeKey(key, alias);
            if (described !== undefined && Buffer.compare(described.info.publicKey, publicKey) !== 0) continue;
            await session.ask('destroy', { handle: key.handle });
          }
        },
        { repeatable: true },
      );
    await this.#changes.run('', remove);
  }

  listKeys(): Promise<readonly KeyPairInfo[]> {
    return this.#deps.device.run(
      async (session) => {
        const keys = await session.ask('list', {});
        const aliases = aliasesOf(keys);
        const described = keys.flatMap((key, index) => describeKey(key, aliases[index]!) ?? []);
        return described.map(({ info }) => info).toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
      },
      { repeatable: true },
    );
  }

  publicKey(alias: string): Promise<Uint8Array> {
    return this.#withKey(alias, (_, { info }) => Promise.resolve(info.publicKey));
  }

  certificates(alias: string): Promise<readonly Uint8Array[]> {
    return this.#withKey(alias, () => Promise.resolve([]));
  }

  async sign(
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options: MessageSignatureOptions = {},
  ): Promise<Uint8Array> {
    const { verifiedBy: publicKey } = options;
    const signature = await this.#withKey(alias, (session, key) =>
      this.#sign(session, key, signatureAlgorithm, data, options),
    );
    if (publicKey !== undefined) {
      const algorithm = signatureAlgorithmByName(signatureAlgorithm);
      await requireGoodSignature({ alias, algorithm, publicKey, data, signature });
    }
    return signature;
  }

  signDigest(
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return this.#withKey(alias, (session, key) => {
      const algorithm = chooseDigestSignature(key.info, key.algorithm, signatureAlgorithm, digest, options);
      const plan = this.#plan(session, key, algorithm);
      if (plan.digestInput === undefined) {
        throw new UnsupportedSignatureError(
          `The device makes signatures of ${algorithm.name} of messages only: it lacks the mechanism ${algorithm.pkcs11HashMechanism}.`,
        );
      }
      return make(session, key, plan, plan.digestInput(digest));
    });
  }

  unwrapKey(alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return this.#withKey(alias, (session, key) => {
      this.#requireUnextractable(key);
      return unwrapInDevice(session, key, wrapped, this.#deps.random);
    });
  }

  async testKey(alias: string): Promise<void> {
    const { random, tokenId } = this.#deps;
    let proven: boolean;
    try {
      proven = await this.#withKey(alias, (session, key) =>
        provesItself(session, key, random, (name, data) => this.#sign(session, key, name, data)),
      );
    } catch (cause) {
      if (!(cause instanceof Pkcs11OperationError)) throw cause;
      throw new KeyTestFailedError(tokenId, alias, { cause });
    }
    if (!proven) throw new KeyTestFailedError(tokenId, alias);
  }

  fits(properties: TokenDescription['properties']): boolean {
    return nameSameSlot(this.#deps.properties, properties);
  }

  refresh(properties: TokenDescription['properties']): void {
    this.#policy = keyPolicy(checkedSettings(properties));
    this.#round++;
  }

  close(): void {
    this.#deps.device.close();
    this.#keys.clear();
  }

  async #sign(
    session: DeviceSession,
    key: DescribedKey,
    name: string,
    data: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    const plan = this.#plan(session, key, chooseSignature(key.info, key.algorithm, name, options));
    return make(session, key, plan, await plan.input(data));
  }

  #plan(session: DeviceSession, key: DescribedKey, algorithm: SignatureAlgorithm): SigningPlan {
    this.#requireUnextractable(key);
    const plan = planSignature(algorithm, key.info.specification, session.mechanisms);
    if (plan === undefined) {
      throw new UnsupportedSignatureError(
        `The device makes no signatures of ${algorithm.name}: it lacks the mechanism ${algorithm.pkcs11Mechanism}.`,
      );
    }
    return plan;
  }

  #requireUnextractable(key: DescribedKey): void {
    if (key.extractable && !this.#policy.allowExtractable) throw new ExtractableKeyError(key.info.alias);
  }

  /** Runs a task with a key. When the key is not where it was, it is looked for once more. */
  #withKey<T>(alias: string, task: (session: DeviceSession, key: DescribedKey) => Promise<T>): Promise<T> {
    return this.#deps.device.run(
      async (session) => {
        const key = await this.#find(session, alias);
        try {
          return await task(session, key);
        } catch (error) {
          const gone = error instanceof Pkcs11OperationError && error.returned(CKR.KEY_HANDLE, CKR.OBJECT_HANDLE);
          if (!gone) throw error;
        }
        this.#keys.delete(alias);
        return task(session, await this.#find(session, alias));
      },
      { repeatable: true },
    );
  }

  /** Known keys are looked for again in another process, and after a refresh: handles may be given out anew. */
  async #find(session: DeviceSession, alias: string): Promise<DescribedKey> {
    const known = this.#keys.get(alias);
    if (known?.process === session.process && known.round === this.#round) return known.key;
    const round = this.#round;
    const found = await session.ask('find', { alias });
    this.#keys.delete(alias);
    const { keyPairs, tokenId } = this.#deps;
    const stored = await keyPairs.findKeyPair(tokenId, alias);
    const described = found.flatMap((each) => describeKey(each, alias) ?? []);
    const meant = stored === undefined ? described : described.filter(({ info }) => isSameKey(info, stored));
    const [key] = meant;
    if (key === undefined) throw new UnknownKeyAliasError(alias);
    if (meant.length > 1) throw new AmbiguousKeyAliasError(alias, found.length);
    this.#keys.set(alias, { key, process: session.process, round });
    return key;
  }

  #requireActive(): void {
    if (this.state === 'offline') throw new CryptoTokenOfflineError(this.#deps.tokenId);
  }
}

/** A key and where it was found. */
interface KnownKey {
  readonly key: DescribedKey;
  readonly process: LibraryProcess;
  /** The round of {@link Pkcs11Token.refresh} in which it was last seen. */
  readonly round: number;
}

async function make(
  session: DeviceSession,
  key: DescribedKey,
  plan: SigningPlan,
  data: Uint8Array,
): Promise<Uint8Array> {
  const { mechanism, parameter, otherParameter } = plan;
  const use = { handle: key.handle, mechanism, data };
  try {
    return plan.signature(await session.ask('sign', { ...use, parameter }));
  } catch (error) {
    if (!(error instanceof Pkcs11OperationError)) throw error;
    const wantsParameter = error.returned(CKR.MECHANISM_PARAM_INVALID, CKR.FUNCTION_NOT_SUPPORTED);
    if (otherParameter !== undefined && wantsParameter) {
      return plan.signature(await session.ask('sign', { ...use, parameter: otherParameter }));
    }
    if (isRequestFault(error)) throw new UnsupportedSignatureError(error.message, { cause: error });
    throw error;
  }
}

function isSameKey(a: KeyPairInfo, b: KeyPairInfo): boolean {
  return Buffer.compare(a.publicKey, b.publicKey) === 0;
}

function requireMechanism({ mechanisms }: DeviceSession, algorithm: KeyAlgorithm): void {
  const name = keyPairMechanism(algorithm);
  const number = CKM[name];
  if (number !== undefined && mechanisms.includes(number)) return;
  throw new UnsupportedKeyError(
    'algorithm',
    `The device makes no keys of ${algorithm.name}: it lacks the mechanism ${name}.`,
  );
}

async function refusedKey<T>(specification: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (!(cause instanceof Pkcs11OperationError) || !isRequestFault(cause)) throw cause;
    throw unsupported(specification, cause.message, cause);
  }
}

function unsupported(specification: string, why: string, cause?: unknown): UnsupportedKeyError {
  return new UnsupportedKeyError('specification', `The device makes no keys of ${specification}: ${why}`, { cause });
}

function isRequestFault({ failure }: Pkcs11OperationError): boolean {
  return failure.kind === 'returned' && explainReturnValue(failure.value).blame === 'request';
}

const CKR = {
  FUNCTION_NOT_SUPPORTED: 0x54,
  KEY_HANDLE: 0x60,
  MECHANISM_PARAM_INVALID: 0x71,
  OBJECT_HANDLE: 0x82,
} as const;
/** As long as a SHA-1, which many take for it. */
const ID_OCTETS = 20;
