/** Options of a signature. */
import type { HashAlgorithm } from '@sealwright/pki';
import type { SignatureAppearance } from '../appearance/signature-appearance.ts';
import type { CertificationLevel } from '../document/certification.ts';
import type { PdfPermission } from '../document/permissions.ts';
import type { RandomOctets } from '../encryption/security.ts';
import type { PdfSigner, SignatureFormat } from './message.ts';

/** Options that a document is prepared with, before anything is signed. */
export interface PreparePdfOptions {
  /** Of the document. */
  readonly digest: HashAlgorithm;
  /** `pkcs7` when left out. */
  readonly format?: SignatureFormat | undefined;
  /** When the signature is made, in seconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  /** Password of the owner or the user of an encrypted document. */
  readonly password?: string | undefined;
  /** True when a document that restricts what may be done with it is signed without its owner's password; false when left out. */
  readonly allowUserPassword?: boolean | undefined;
  readonly random: RandomOctets;

  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  /** The signer's name. */
  readonly name?: string | undefined;
  readonly contactInformation?: string | undefined;
  /** `not-certified` when left out. */
  readonly certification?: CertificationLevel | undefined;
  /** A signature that is seen on a page; none when left out. */
  readonly appearance?: SignatureAppearance | undefined;
  /** An empty signature field to be signed; a new one when left out. Its place is the field's. */
  readonly fieldName?: string | undefined;

  /**
   * Program that worked on the document, for its entry Producer, which gets `; modified using` and this name behind it when it does not have the name
   * already. Unchanged when left out.
   */
  readonly producer?: string | undefined;
  /** The least version that the document has to have, such as `1.6`. */
  readonly minVersion?: string | undefined;

  /** True to keep every octet of the document and add to it; true when left out. A signed document is always kept. */
  readonly append?: boolean | undefined;
  /** True when a document is refused in which an object is defined twice; false when left out. */
  readonly refuseDuplicateObjects?: boolean | undefined;
  readonly protection?: ProtectionChange | undefined;
}

/** Options of a signature. */
export interface SignPdfOptions extends Omit<PreparePdfOptions, 'digest'> {
  readonly signer: PdfSigner;
  /** The signer's name; the common name of the certificate when left out. */
  readonly name?: string | undefined;
  /** Room for the signature, in octets; when left out, as much as it needs. */
  readonly contentsOctets?: number | undefined;
}

/** Changes of the encryption. A change of it takes a file that is written anew. */
export interface ProtectionChange {
  /** Permissions that a signed document must not grant; one without encryption grants everything. */
  readonly reject?: readonly PdfPermission[] | undefined;
  /** The permissions instead of those there are. */
  readonly set?: readonly PdfPermission[] | undefined;
  /** Permissions to be taken away; not together with `set`. */
  readonly remove?: readonly PdfPermission[] | undefined;
  readonly ownerPassword?: string | undefined;
}
