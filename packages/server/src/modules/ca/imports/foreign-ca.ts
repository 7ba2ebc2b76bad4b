/** CAs that come from elsewhere, of the kinds that have certificates: what these say of them, and the chains that they stand in. */
import type { DistinguishedName, PublicKey, SerialNumber, SignatureAlgorithm } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Authorities, CaSettings, CertificateAuthority } from '../authorities/index.ts';

/** A CA by its certificate. */
export interface ForeignCa {
  readonly kind: CertificateAuthority['kind'];
  /** Its name in its certificate. */
  readonly holder: string;
  /** The subject of its document. */
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly serialNumber: SerialNumber;
  /** Seconds since 1970. */
  readonly notAfter: number;
  /** Of its key, when its certificate says so; else its settings do. */
  readonly keySequence: string | undefined;
  /** Settings of its document that follow from the certificate, beside the subject. */
  readonly settings: JsonObject;
  /** Returns the reason why the certificate cannot be that of a CA with these settings, undefined when it can. */
  conflictWith(settings: CaSettings): string | undefined;
  /** Tells whether the signatures that the CA is to make are of its key. */
  signsWith(algorithm: SignatureAlgorithm): boolean;
  /**
   * Returns its chain as the state of a CA holds it: checked, its own certificate first.
   *
   * @param now - seconds since 1970
   * @throws {@link CaCertificateError}
   */
  chain(known: { readonly authorities: Authorities; readonly now: number }): Promise<readonly Uint8Array[]>;
}

/** The CAs whose certificates were given together. */
export interface ForeignCas {
  /** Returns the one whose key this is. */
  withKey(publicKey: PublicKey): ForeignCa | undefined;
  /**
   * Returns the one that certified none of the others.
   *
   * @throws {@link CaCertificateError} when there is not exactly one
   */
  lowest(): ForeignCa;
}
