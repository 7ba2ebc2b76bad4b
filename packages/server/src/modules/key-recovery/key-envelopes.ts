/** Envelopes of kept keys, each bound to the certificate of its key. */
import type { DistinguishedName, PublicKey, SerialNumber } from '@sealwright/pki';
import type { EscrowKeyName } from './kept-key.ts';

/** Identifies the certificate of an envelope. It is authenticated data of the envelope, and compared before the key is used. */
export interface KeyBinding {
  /** Subject of the CA. */
  readonly issuer: DistinguishedName;
  readonly serialNumber: SerialNumber;
  /** SHA-256 of the DER SubjectPublicKeyInfo. */
  readonly publicKeySha256: Uint8Array;
}

/** Maker of envelopes as CMS AuthEnvelopedData (RFC 5083) around private keys, which keys of crypto tokens can open. */
export interface KeyEnvelopes {
  /**
   * Encrypts a private key.
   *
   * @param privateKey - DER PKCS #8; the caller overwrites it
   * @param escrowKey - public key of the recipient
   * @returns DER ContentInfo
   */
  make(privateKey: Uint8Array, binding: KeyBinding, escrowKey: PublicKey): Uint8Array;

  /**
   * Decrypts a private key.
   *
   * @returns DER PKCS #8; the caller overwrites it
   * @throws {@link KeptKeyDamagedError} if the envelope is not for `binding`, or its key does not match
   * @throws {CryptoTokenOfflineError}
   * @throws {@link EscrowKeyMissingError} if the crypto token has no such key
   */
  open(envelope: Uint8Array, binding: KeyBinding, escrowKey: EscrowKeyName): Promise<Uint8Array>;
}
