/** The signatures of an XML document, as plain data that goes from thread to thread. */
import { verifyXmlSignatures, type XmlSignatureFault, type XmlSignatureVerdict } from '@sealwright/documents/xml';
import { Certificate } from '@sealwright/pki';

/** A document whose signatures are to be verified. */
export interface XmlVerificationInput {
  readonly document: Uint8Array;
  readonly xades: boolean;
  /** DER: to look for the signer's among. */
  readonly certificates: readonly Uint8Array[];
}

/** Verdict on one signature: by whom, of what and when, for the caller to judge. */
export type VerifiedXmlSignature =
  | {
      readonly status: 'valid';
      /** DER: the signer's. */
      readonly certificate: Uint8Array;
      /** DER: all that the signature came with. */
      readonly certificates: readonly Uint8Array[];
      readonly weak: readonly string[];
      readonly coversDocument: boolean;
      /** True when it holds something that could be taken for a part of the document. */
      readonly foreignContent: boolean;
      /** The elements that were signed, as `{namespace}name`, and `/` for the document. */
      readonly signed: readonly string[];
      readonly timeStamps: readonly VerifiedTimeStamp[];
    }
  | { readonly status: 'invalid'; readonly fault: XmlSignatureFault; readonly detail: string };

export interface VerifiedTimeStamp {
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  /** DER: the authority's. */
  readonly certificate: Uint8Array;
  /** DER: all that the time-stamp came with. */
  readonly certificates: readonly Uint8Array[];
  readonly weak: boolean;
}

/** @throws {XmlError} for a document that is not read */
export function verifyInPlace({
  document,
  xades,
  certificates,
}: XmlVerificationInput): readonly VerifiedXmlSignature[] {
  const others = certificates.map((der) => Certificate.parse(der));
  return verifyXmlSignatures(document, { xades, certificates: others }).map(asData);
}

function asData(verdict: XmlSignatureVerdict): VerifiedXmlSignature {
  if (verdict.status === 'invalid') return verdict;
  const { certificate, certificates, weak, coversDocument, foreignContent, signed, xades } = verdict;
  return {
    status: 'valid',
    certificate: certificate.der,
    certificates: certificates.map(({ der }) => der),
    weak,
    coversDocument,
    foreignContent,
    signed: signed.map(({ element }) => (element === undefined ? '/' : `{${element.namespace}}${element.local}`)),
    timeStamps: (xades?.timeStamps ?? []).map(({ time, token, certificate: authority, weak: isWeak }) => ({
      time: time.seconds,
      certificate: authority.der,
      certificates: token.signedData.certificates.map(({ der }) => der),
      weak: isWeak,
    })),
  };
}
