/** A parsed certificate request, independent of its type. */
import type {
  CvRequest,
  DistinguishedName,
  Extension,
  GeneralName,
  PublicKey,
  SignatureToVerify,
} from '@sealwright/pki';

/** Names in a certificate request. */
export interface RequestedNames {
  /** Subject as in the request, octet for octet; empty if it names nobody. */
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** Further demands of a request. Each is met, or no certificate is issued. */
export interface RequestDemands {
  /** Name of the issuing CA. */
  readonly issuer?: DistinguishedName | undefined;
  /** Seconds since 1970; the profile has to allow it. */
  readonly validity?: RequestedValidity | undefined;
  /** Name that the subject must have, since possession of the key was proven under it. */
  readonly provenAs?: DistinguishedName | undefined;
  /** True if nothing in the request proves possession of the private key, so that the caller vouches for it. */
  readonly vouched?: boolean;
}

/** Beginning or end of validity, or both, in seconds since 1970. */
export interface RequestedValidity {
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
}

/** The parts of a certificate request that enrollment uses. */
export interface RequestedCertificate extends RequestedNames, RequestDemands {
  readonly publicKey: PublicKey;
  /** All requested extensions, including alternative names. */
  readonly extensions: readonly Extension[];
  /** The original request, if it is for a card verifiable certificate. */
  readonly cvRequest?: CvRequest;
}

/** Asynchronous form of `verifySignature`. */
export type VerifySignature = (signed: SignatureToVerify) => Promise<boolean>;

/** Inputs for checking a proof of possession. */
export interface ProofChecks {
  readonly verifySignature: VerifySignature;
  /** Password of the end entity, verified before; a MAC in the request is made with it. */
  readonly password: string | undefined;
  /** True if the MAC was verified when the request arrived, so that it reveals nothing about a password that is not verified yet. */
  readonly macIsVerified?: boolean;
}
