/** Signs with the keys of CAs, and hands out no signature of a device that does not hold. */
import { type Der, type PublicKey, type SignatureAlgorithm, verifySignatureInPool } from '@sealwright/pki';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { WithKeys } from '../authorities/index.ts';
import { CaSignatureError } from './errors.ts';
import type { Linted } from './lint.ts';

/** Which key of a CA signs. */
export interface CaKey {
  readonly keyAlias: string;
  readonly settings: Pick<WithKeys, 'cryptoTokenId'>;
  /** The key that verifies the signature: the one in the CA's certificate, or the one that is to be certified. */
  readonly publicKey: PublicKey;
}

/**
 * Bytes that keys of CAs sign: certificates and CRLs when they are linted, requests for certificates of the CA, and what an alternative
 * signature covers, which is part of what is linted afterwards.
 */
export type Signable =
  | Linted
  | Der<'CertificationRequestInfo' | 'CvRequestBody' | 'CvOuterSigned' | 'PreTbsCertificate' | 'PreTbsCrl'>;

/** Signs with the keys of CAs, wherever they are held. */
export interface CaSigner {
  /**
   * Returns the signature of the CA's key over `data` (the bytes, not their hash).
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   * @throws {@link CaSignatureError} when the signature is not one of the key
   */
  sign(key: CaKey, algorithm: SignatureAlgorithm, data: Signable): Promise<Uint8Array>;

  /**
   * Returns the generation of the token that would sign now. It rises with every deactivation, so what was signed under one is not to be recorded
   * once there is another.
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   */
  generation(key: Pick<CaKey, 'settings'>): Promise<number>;
}

export interface VerifiedCaSignerDeps {
  readonly tokens: Pick<CryptoTokens, 'sign' | 'generation'>;
  /** Tells whether the keys of a crypto token are in a device. */
  readonly isHardwareToken: (cryptoTokenId: number) => Promise<boolean>;
}

/**
 * A device can fail, and its alias can mean another key than the one that the CA was certified for; neither may become a certificate or a
 * CRL. So each of its signatures is verified. Keys in software were compared with their certificate when they got it, no row can stand in
 * for another, and to verify an enrollment's signature would cost a quarter of the enrollment.
 */
export class VerifiedCaSigner implements CaSigner {
  readonly #deps: VerifiedCaSignerDeps;

  constructor(deps: VerifiedCaSignerDeps) {
    this.#deps = deps;
  }

  async sign(
    { keyAlias, settings: { cryptoTokenId }, publicKey }: CaKey,
    algorithm: SignatureAlgorithm,
    data: Signable,
  ): Promise<Uint8Array> {
    const { tokens, isHardwareToken } = this.#deps;
    const signature = await tokens.sign(cryptoTokenId, keyAlias, algorithm.name, data);
    if (!(await isHardwareToken(cryptoTokenId))) return signature;
    if (await verifySignatureInPool({ algorithm, publicKey, data, signature })) return signature;
    throw new CaSignatureError(cryptoTokenId, keyAlias);
  }

  generation({ settings }: Pick<CaKey, 'settings'>): Promise<number> {
    return this.#deps.tokens.generation(settings.cryptoTokenId);
  }
}
