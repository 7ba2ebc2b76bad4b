import {
  ACCESS_METHODS,
  authorityInfoAccess,
  type Certificate,
  type OcspQuestion,
  type OcspResponder,
  type ReadSingleResponse,
} from '@sealwright/pki';

/** Responders of CAs elsewhere, as far as the operator lets them be asked. */
export interface OcspResponders {
  /**
   * The answer of the first responder at `urls` whose answer can be relied on, whatever it says. It may be some minutes old, as long as the
   * responder has not promised a newer one. Whether a delegated responder is itself revoked is for the caller to ask.
   */
  ask(
    urls: readonly string[],
    question: Omit<OcspQuestion, 'nonce' | 'nonceRequired'>,
  ): Promise<OcspAnswer | undefined>;
}

export interface OcspAnswer {
  /** OCSPResponse in DER. */
  readonly der: Uint8Array;
  readonly response: ReadSingleResponse;
  readonly responder: OcspResponder;
}

/** Returns the URLs of the responders that a certificate names. @throws {DerError} */
export function ocspUrlsOf(certificate: Certificate): readonly string[] {
  return (certificate.extension(authorityInfoAccess) ?? [])
    .filter(({ accessMethod }) => accessMethod === ACCESS_METHODS.ocsp)
    .flatMap(({ accessLocation }) =>
      accessLocation.type === 'uniformResourceIdentifier' ? [accessLocation.value] : [],
    );
}
