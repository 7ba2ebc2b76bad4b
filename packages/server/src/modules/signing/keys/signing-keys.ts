/** Lookup of the key that a worker signs with. */
import { Certificate, compareBytes, parsePublicKey, type PublicKey, type SignatureAlgorithm } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import {
  CryptoTokenOfflineError,
  type CryptoTokens,
  type SignatureOptions,
  UnknownCryptoTokenError,
  UnknownKeyAliasError,
  UnsupportedSignatureError,
  WrongSignatureError,
} from '../../crypto-tokens/index.ts';
import type { CaKeyDirectory } from './ca-key-directory.ts';
import {
  buildChain,
  chainForKey,
  type ChosenKey,
  type SigningKey,
  signingSettings,
  SigningTokenUnavailableError,
  WorkerMisconfiguredError,
} from '../worker-contract/index.ts';
import { SignatureNotVerifiedError, SigningKeyUnavailableError } from './errors.ts';
import { requireValidCertificate } from './signer-certificate.ts';
import type { KeySettings, WorkerDocument } from '../workers/index.ts';
import { requireWorkerToken, type TokenOfWorker } from './worker-token.ts';

export interface SigningKeysDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  readonly tokens: Pick<CryptoTokens, 'certificates' | 'getKeyPair' | 'onlyKeyPair' | 'sign' | 'signDigest'>;
  /** The keys that no worker may sign with. */
  readonly caKeys: CaKeyDirectory;
}

/** Finds keys, and caches them until the configuration changes. */
export class SigningKeys extends WithDeps<SigningKeysDeps> {
  #epoch = -1;
  #found = new Map<string, Promise<FoundKey>>();

  /**
   * Returns the key of a usable worker.
   *
   * @param alias - instead of the worker's default key
   * @throws {@link SigningTokenUnavailableError}, {@link SigningKeyUnavailableError}, {@link WorkerMisconfiguredError}
   */
  async keyOf(document: WorkerDocument, alias?: string): Promise<SigningKey> {
    const settings = document.value.key;
    const { tokenId, options, ...found } = await this.#find(document, settings, alias);
    const { tokens, clock } = this.deps;
    const requireValid = () => requireValidCertificate(found.chain[0], settings, document, clock);
    return {
      ...found,
      async sign({ name }: SignatureAlgorithm, message: Uint8Array, { verified } = { verified: false }) {
        requireValid();
        const how = verified ? { ...options, verifiedBy: found.publicKey } : options;
        return asSigningFailure(() => tokens.sign(tokenId, found.alias, name, message, how));
      },
      async signDigest({ name }: SignatureAlgorithm, digest: Uint8Array) {
        requireValid();
        return asSigningFailure(() => tokens.signDigest(tokenId, found.alias, name, digest, options));
      },
    };
  }

  /**
   * Returns one of the worker's keys that was chosen before.
   *
   * @throws {@link SigningKeyUnavailableError} also when the alias has another key by now
   */
  async chosenKeyOf(document: WorkerDocument, { alias, publicKey }: ChosenKey): Promise<SigningKey> {
    const key = await this.keyOf(document, alias);
    if (compareBytes(key.publicKey.der, publicKey) === 0) return key;
    throw new SigningKeyUnavailableError(`'${alias}' is another key by now`);
  }

  #find(document: WorkerDocument, settings: KeySettings, alias: string | undefined): Promise<FoundKey> {
    const { epoch } = this.deps.configuration;
    if (epoch !== this.#epoch || this.#found.size > MAX_REMEMBERED) {
      this.#epoch = epoch;
      this.#found = new Map();
    }
    const key = `${document.id}/${alias ?? ''}`;
    let finding = this.#found.get(key);
    if (finding === undefined) {
      const found = this.#found;
      finding = this.#look(document, settings, alias);
      found.set(key, finding);
      finding.catch(() => found.delete(key));
    }
    return finding;
  }

  async #look(document: WorkerDocument, { chains }: KeySettings, given: string | undefined): Promise<FoundKey> {
    const { caKeys, configuration, tokens } = this.deps;
    const { token, defaultKey } = await requireWorkerToken(configuration, document);
    const usual = defaultKey ?? (await this.#onlyKey(token));
    const alias = given ?? usual;
    if (alias === undefined) throw new WorkerMisconfiguredError(document.publicId, ['DEFAULTKEY is missing']);
    const { publicKey: der } = await asSigningFailure(() => tokens.getKeyPair(token.id, alias));
    if (await asSigningFailure(() => caKeys.speaksForCa(der)))
      throw new SigningKeyUnavailableError(
        `'${alias}' is the key of a certification authority or of its OCSP responder`,
      );
    const chain = chainForKey(chains, der);
    if (chain === undefined && chains.length > 0 && alias === usual) {
      throw new WorkerMisconfiguredError(document.publicId, [
        `the signer's certificate is not for the key '${alias}' of the crypto token`,
      ]);
    }
    const { allowSha1Signatures } = await signingSettings(configuration);
    const options = { allowSha1: allowSha1Signatures };
    return {
      tokenId: token.id,
      alias,
      publicKey: parsePublicKey(der),
      chain: chain ?? (await this.#held(token, alias, der)),
      options,
    };
  }

  /** Returns the alias of the only key in a worker's own token, which needs no property to name it. */
  async #onlyKey({ kind, id }: TokenOfWorker): Promise<string | undefined> {
    if (kind === 'configured') return undefined;
    return (await asSigningFailure(() => this.deps.tokens.onlyKeyPair(id)))?.alias;
  }

  /** Returns the chain that the token holds with the key. */
  async #held({ kind, id }: TokenOfWorker, alias: string, publicKey: Uint8Array): Promise<readonly Certificate[]> {
    if (kind === 'configured') return [];
    const certificates = await asSigningFailure(() => this.deps.tokens.certificates(id, alias));
    return (
      buildChain(
        certificates.map((der) => Certificate.parse(der)),
        publicKey,
      ) ?? []
    );
  }
}

interface FoundKey {
  readonly tokenId: number;
  readonly alias: string;
  readonly publicKey: PublicKey;
  readonly chain: readonly Certificate[];
  readonly options: SignatureOptions;
}

/**
 * Runs `act`, and translates its failures into errors that tell clients only that signing is not possible; the reason is in the log.
 *
 * @throws {@link SigningTokenUnavailableError}, {@link SigningKeyUnavailableError}, {@link SignatureNotVerifiedError}
 */
export async function asSigningFailure<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof CryptoTokenOfflineError || cause instanceof UnknownCryptoTokenError)
      throw new SigningTokenUnavailableError({ cause });
    if (cause instanceof UnknownKeyAliasError || cause instanceof UnsupportedSignatureError)
      throw new SigningKeyUnavailableError(cause.message, { cause });
    if (cause instanceof WrongSignatureError) throw new SignatureNotVerifiedError({ cause });
    throw cause;
  }
}

const MAX_REMEMBERED = 10_000;
