/** CAs to be imported, of the kinds with certificates: the facts in these, and their chains. */
import type { DistinguishedName, PublicKey, SerialNumber, SignatureAlgorithm } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Authorities } from '../authorities/index.ts';
import type { CaSettings, CertificateAuthority } from '../kinds/index.ts';

/** A CA to be imported, with its keys or as an external CA, as described by its certificate. */
export interface ImportedCa {
  readonly kind: CertificateAuthority['kind'];
  /** Its name as the certificate spells it. */
  readonly holder: string;
  /** Subject of its document. */
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly serialNumber: SerialNumber;
  /** End of validity, seconds since 1970. */
  readonly notAfter: number;
  /** Key sequence, if the certificate contains it; otherwise the settings do. */
  readonly keySequence: string | undefined;
  /** Settings of its document that follow from the certificate, except the subject. */
  readonly settings: JsonObject;
  /** Returns the reason why the certificate does not fit a CA with these settings; undefined if it fits. */
  conflictWith(settings: CaSettings): string | undefined;
  /** Tells whether its key can make signatures with this algorithm. */
  signsWith(algorithm: SignatureAlgorithm): boolean;
  /**
   * Returns its verified chain in the format of the CA state, its own certificate first.
   *
   * @param now - seconds since 1970
   * @throws {@link CaCertificateError}
   */
  chain(known: { readonly authorities: Authorities; readonly now: number }): Promise<readonly Uint8Array[]>;
}

/** CAs whose certificates were given together. */
export interface ImportedCas {
  /** Returns the CA with this key. */
  withKey(publicKey: PublicKey): ImportedCa | undefined;
  /**
   * Returns the CA that certified none of the others.
   *
   * @throws {@link CaCertificateError} unless there is exactly one
   */
  lowest(): ImportedCa;
}
