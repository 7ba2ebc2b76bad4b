/** Escrow keys of CAs, for which kept keys are encrypted. */
import { keyWrappingOf, type PublicKey, parsePublicKey, PkiError } from '@sealwright/pki';
import { AppError } from '../../kernel/errors.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { CaPublicKeys, CertificateAuthority } from '../ca/index.ts';
import type { CryptoTokens, KeyPairInfo } from '../crypto-tokens/index.ts';
import { NoEscrowKeyError, UnusableEscrowKeyError } from './errors.ts';
import type { EscrowKeyName } from './kept-key.ts';

/** An escrow key for new envelopes. */
export interface EscrowKey extends EscrowKeyName {
  readonly publicKey: PublicKey;
}

export interface EscrowKeysDeps {
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
  readonly caKeys: Pick<CaPublicKeys, 'speaksForCa'>;
}

export class EscrowKeys extends WithDeps<EscrowKeysDeps> {
  /**
   * Returns the escrow key of a CA. A key with which a CA signs is refused, because anybody who can have data decrypted with it could have certificates
   * signed.
   *
   * @throws {@link NoEscrowKeyError}, {@link UnusableEscrowKeyError}
   * @throws {UnknownKeyAliasError} if the crypto token has no such key
   * @throws {CryptoTokenOfflineError} if a device that is closed would have to be asked
   */
  async of({ name, settings }: Pick<CertificateAuthority, 'name' | 'settings'>): Promise<EscrowKey> {
    const { cryptoTokenId: tokenId, escrowKeyAlias: alias } = settings;
    if (tokenId === undefined || alias === undefined) throw new NoEscrowKeyError(name);
    const keyPair = await this.deps.tokens.getKeyPair(tokenId, alias);
    const publicKey = readPublicKey(keyPair);
    const problem = problemOf(keyPair, publicKey) ?? (await this.#signingProblem(keyPair));
    if (problem !== undefined || publicKey === undefined)
      throw new UnusableEscrowKeyError(name, alias, problem ?? 'cannot be read');
    return { tokenId, alias, publicKey, publicKeySha256: Uint8Array.fromHex(publicKey.sha256Fingerprint) };
  }

  /**
   * Requires that the configured escrow key of a CA is suitable, as far as that is known: the key may be generated later, and a device may be closed.
   *
   * @throws {@link UnusableEscrowKeyError}
   */
  async requireSuitable(ca: Pick<CertificateAuthority, 'name' | 'settings'>): Promise<void> {
    if (ca.settings.escrowKeyAlias === undefined) return;
    try {
      await this.of(ca);
    } catch (error) {
      if (!(error instanceof AppError && NOT_KNOWN_YET.has(error.code))) throw error;
    }
  }

  async #signingProblem({ publicKey }: KeyPairInfo): Promise<string | undefined> {
    return (await this.deps.caKeys.speaksForCa(publicKey))
      ? 'signs certificates, or what is said about them; make one that is for encryption only'
      : undefined;
  }
}

function readPublicKey({ publicKey }: KeyPairInfo): PublicKey | undefined {
  try {
    return parsePublicKey(publicKey);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function problemOf({ keyUsage }: KeyPairInfo, publicKey: PublicKey | undefined): string | undefined {
  if (keyUsage === 'SIGN') return 'is for signatures only; make one with the usage ENCRYPT';
  if (publicKey === undefined) return 'cannot be read';
  const { algorithm, securityStrength, specification } = publicKey;
  if (securityStrength < LEAST_STRENGTH) return `is too weak with ${specification}; RSA with 2048 bits is the least`;
  if (keyWrappingOf(publicKey) === undefined)
    return `is of ${algorithm.name} with ${specification}, for which no key is encrypted here; RSA, ECDSA on a NIST curve, X25519 and ML-KEM are right`;
  return undefined;
}

/** Error codes for a key that does not exist yet or cannot be read now. */
const NOT_KNOWN_YET: ReadonlySet<string> = new Set(['crypto_token.offline', 'crypto_token.unknown_alias']);
const LEAST_STRENGTH = 112;
