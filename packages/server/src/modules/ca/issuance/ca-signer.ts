/** Signing with keys of CAs, which hands out no invalid signature of a device. */
import { type Der, type PublicKey, type SignatureAlgorithm, verifySignatureInPool } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { CryptoTokens, HardwareTokens } from '../../crypto-tokens/index.ts';
import type { WithKeys } from '../kinds/index.ts';
import { CaSignatureError } from './errors.ts';
import type { Linted } from './lint.ts';

/** Key of a CA that signs. */
export interface CaKey {
  readonly keyAlias: string;
  readonly settings: Pick<WithKeys, 'cryptoTokenId'>;
  /** Public key to verify the signature: the one in the CA's certificate, or the one to be certified. */
  readonly publicKey: PublicKey;
}

/**
 * Bytes that CA keys sign: linted certificates and CRLs, requests for certificates of the CA, and the input of alternative signatures, which is part
 * of the bytes linted later.
 */
export type Signable =
  | Linted
  | Der<'CertificationRequestInfo' | 'CvRequestBody' | 'CvOuterSigned' | 'PreTbsCertificate' | 'PreTbsCrl'>;

/** Signer with keys of CAs, wherever they are held. */
export interface CaSigner {
  /**
   * Returns the signature of the CA's key over `data` (the bytes, not their hash).
   *
   * @throws {CryptoTokenOfflineError} if the token is not active
   * @throws {@link CaSignatureError} if the signature does not verify
   */
  sign(key: CaKey, algorithm: SignatureAlgorithm, data: Signable): Promise<Uint8Array>;

  /**
   * Returns the present generation of the crypto token. It rises with every deactivation; signatures made under an earlier generation must not be
   * recorded.
   *
   * @throws {CryptoTokenOfflineError} if the token is not active
   */
  generation(key: Pick<CaKey, 'settings'>): Promise<number>;
}

export interface VerifiedCaSignerDeps {
  readonly tokens: Pick<CryptoTokens, 'sign' | 'generation'>;
  readonly hardwareTokens: Pick<HardwareTokens, 'has'>;
}

/**
 * Verifies each signature that a device makes, because a device can fail, or its alias can refer to another key than the certified one, and no such
 * signature may end up in a certificate or a CRL. Software keys were compared with the certificate when the CA got them, and their rows cannot be
 * exchanged; verifying their signatures too would cost a quarter of the time of an enrollment.
 */
export class VerifiedCaSigner extends WithDeps<VerifiedCaSignerDeps> implements CaSigner {
  async sign(
    { keyAlias, settings: { cryptoTokenId }, publicKey }: CaKey,
    algorithm: SignatureAlgorithm,
    data: Signable,
  ): Promise<Uint8Array> {
    const { hardwareTokens, tokens } = this.deps;
    const signature = await tokens.sign(cryptoTokenId, keyAlias, algorithm.name, data);
    const isHardware = hardwareTokens.has(cryptoTokenId);
    if (!(typeof isHardware === 'boolean' ? isHardware : await isHardware)) return signature;
    if (await verifySignatureInPool({ algorithm, publicKey, data, signature })) return signature;
    throw new CaSignatureError(cryptoTokenId, keyAlias);
  }

  generation({ settings }: Pick<CaKey, 'settings'>): Promise<number> {
    return this.deps.tokens.generation(settings.cryptoTokenId);
  }
}
