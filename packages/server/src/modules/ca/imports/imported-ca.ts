/** CAs to be imported, of the kinds that have certificates: the statements of these about them, and their chains. */
import type { DistinguishedName, PublicKey, SerialNumber, SignatureAlgorithm } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Authorities, CaSettings, CertificateAuthority } from '../authorities/index.ts';

/** A CA to be imported, by its certificate: with keys, or as an external CA. */
export interface ImportedCa {
  readonly kind: CertificateAuthority['kind'];
  /** Its name in its certificate. */
  readonly holder: string;
  /** The subject of its document. */
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly serialNumber: SerialNumber;
  /** Seconds since 1970. */
  readonly notAfter: number;
  /** Sequence of its key, when its certificate holds it; otherwise the settings do. */
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
export interface ImportedCas {
  /** Returns the one whose key this is. */
  withKey(publicKey: PublicKey): ImportedCa | undefined;
  /**
   * Returns the one that certified none of the others.
   *
   * @throws {@link CaCertificateError} when there is not exactly one
   */
  lowest(): ImportedCa;
}
