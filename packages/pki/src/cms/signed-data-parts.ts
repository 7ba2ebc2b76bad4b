/** Parts of a SignedData before and after the content, whichever way the content comes (RFC 5652 §5.1). */
import { contextConstructed, type Der, type DerWriter, type Oid } from '../der/index.ts';
import { DATA } from './content-types.ts';
import type { SignerInfo } from './signer-info.ts';

/** Parts of a message other than content and signers. */
export interface SignedDataExtras {
  /** Certificates in DER, or any elements of CertificateSet as they were read. */
  readonly certificates?: readonly Uint8Array[] | undefined;
  /** CRLs in DER, or any elements of RevocationInfoChoices as they were read. */
  readonly crls?: readonly Uint8Array[] | undefined;
  /**
   * True when the certificates keep the order given, which some readers take for a chain, instead of DER's (X.690 §11.6). False when
   * left out.
   */
  readonly keepCertificateOrder?: boolean | undefined;
}

/** Writes version and digestAlgorithms; each algorithm once. */
export function writeBeforeContent(writer: DerWriter, version: number, digestAlgorithms: readonly Uint8Array[]): void {
  writer.integer(version).setOf(distinct(digestAlgorithms));
}

/** Writes certificates, CRLs and signers. */
export function writeAfterContent(
  writer: DerWriter,
  { certificates = [], crls = [], keepCertificateOrder = false }: SignedDataExtras,
  signers: readonly Der<'SignerInfo'>[],
): void {
  if (keepCertificateOrder && certificates.length > 0) {
    writer.constructed(CERTIFICATES, () => certificates.forEach((certificate) => writer.raw(certificate)));
  } else if (certificates.length > 0) writer.setOf(certificates, CERTIFICATES);
  if (crls.length > 0) writer.setOf(crls, CRLS);
  writer.setOf(signers);
}

function distinct(all: readonly Uint8Array[]): readonly Uint8Array[] {
  return all.length > 1 ? [...new Map(all.map((der) => [der.toHex(), der])).values()] : all;
}

/** The version that says what a reader has to understand (RFC 5652 §5.1). */
export function versionOf(
  contentType: Oid,
  { certificates = [], crls = [] }: SignedDataExtras,
  signers: readonly Pick<SignerInfo, 'version'>[],
): number {
  if (certificates.some(([tag]) => tag === OTHER_CERTIFICATE) || crls.some(([tag]) => tag === OTHER_CRL)) return 5;
  if (certificates.some(([tag]) => tag === ATTRIBUTE_CERTIFICATE_2)) return 4;
  const newer = certificates.some(([tag]) => tag === ATTRIBUTE_CERTIFICATE_1) || contentType !== DATA;
  return newer || signers.some(({ version }) => version === 3) ? 3 : 1;
}

const CERTIFICATES = contextConstructed(0);
const CRLS = contextConstructed(1);
const ATTRIBUTE_CERTIFICATE_1 = contextConstructed(1);
const ATTRIBUTE_CERTIFICATE_2 = contextConstructed(2);
const OTHER_CERTIFICATE = contextConstructed(3);
const OTHER_CRL = contextConstructed(1);
