/** Objects that are published, as they are at the moment of publishing. */
import type { DistinguishedName } from '@sealwright/pki';
import type { Content } from '../../../kernel/content.ts';

export type PublishedObject = PublishedCertificate | PublishedCaCertificate | PublishedCrl;

/** Members of every object. Times are seconds since 1970. */
interface CommonObject {
  /**
   * Place below that of the publisher, the same each time: segments of letters, digits and `.`, `_`, `-`, none of which begins with a dot, with `/` between
   * them. 512 characters at most.
   */
  readonly name: string;
  /** Rises with every change of the object: what has a lower one is older. */
  readonly version: number;
  /** The CA that issued it; of a CA's certificate the CA itself. */
  readonly ca: PublishingCa;
  /** The encoded object: DER. A CRL may have tens of megabytes, which are read piece by piece. */
  readonly content: Content;
  /** SHA-1 over it. */
  readonly sha1: Uint8Array;
}

/** A CA, as those who read what is published know it. */
export interface PublishingCa {
  readonly name: string;
  readonly subject: DistinguishedName;
  /** Its certificates in DER: its own first, the root last. */
  readonly chain: readonly Uint8Array[];
}

/** A certificate that the CA has issued. */
export interface PublishedCertificate extends CommonObject {
  readonly kind: 'certificate';
  /** `CVC`: a card verifiable certificate. */
  readonly format: 'X509' | 'CVC';
  /** Lower-case hex, two digits for each octet. */
  readonly serialNumber: string;
  /** Undefined of a card verifiable certificate. */
  readonly subject: DistinguishedName | undefined;
  /** The end entity; undefined where there is none. */
  readonly username: string | undefined;
  /** True for the certificate of a CA. */
  readonly isCa: boolean;
  readonly notAfter: number;
  /** Undefined while it is not revoked; on hold is the reason `CERTIFICATE_HOLD`. */
  readonly revocation: { readonly reason: string; readonly revokedAt: number } | undefined;
}

/** The present certificate of a CA of this installation. */
export interface PublishedCaCertificate extends CommonObject {
  readonly kind: 'ca-certificate';
  readonly format: 'X509' | 'CVC';
}

/** The newest CRL of its kind and partition. */
export interface PublishedCrl extends CommonObject {
  readonly kind: 'crl';
  readonly number: number;
  /** 0 for the main CRL. */
  readonly partition: number;
  /** The number of the base CRL that a delta refers to; undefined for a base. */
  readonly baseNumber: number | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
}
