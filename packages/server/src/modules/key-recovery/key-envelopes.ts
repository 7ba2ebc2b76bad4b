/** Envelopes of kept keys, each bound to the certificate that its key belongs to. */
import type { DistinguishedName, PublicKey, SerialNumber } from '@sealwright/pki';
import type { EscrowKeyName } from './kept-key.ts';

/** The certificate that an envelope is for. It is in the envelope, authenticated, and compared before the key is used. */
export interface KeyBinding {
  /** The subject of the CA. */
  readonly issuer: DistinguishedName;
  readonly serialNumber: SerialNumber;
  /** SHA-256 of the DER SubjectPublicKeyInfo. */
  readonly publicKeySha256: Uint8Array;
}

/** Makes envelopes of CMS AuthEnvelopedData (RFC 5083) around private keys, and opens them with keys of crypto tokens. */
export interface KeyEnvelopes {
  /**
   * Encrypts a private key.
   *
   * @param privateKey - DER PKCS#8; the caller overwrites it
   * @param escrowKey - public key that it is encrypted for
   * @returns DER ContentInfo
   */
  make(privateKey: Uint8Array, binding: KeyBinding, escrowKey: PublicKey): Uint8Array;

  /**
   * Decrypts a private key.
   *
   * @returns DER PKCS#8; the caller overwrites it
   * @throws {@link KeptKeyDamagedError} when the envelope is not for `binding`, or its key does not fit
   * @throws {CryptoTokenOfflineError}
   * @throws {@link EscrowKeyMissingError} when the crypto token has no such key
   */
  open(envelope: Uint8Array, binding: KeyBinding, escrowKey: EscrowKeyName): Promise<Uint8Array>;
}
