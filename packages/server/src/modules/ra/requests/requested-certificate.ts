/** A request for a certificate as enrollment uses it, whatever form it came in. */
import type {
  CvRequest,
  DistinguishedName,
  Extension,
  GeneralName,
  PublicKey,
  SignatureToVerify,
} from '@sealwright/pki';

/** The names that a certificate request asks for. */
export interface RequestedNames {
  /** As the request has it, octet for octet; empty where it names nobody. */
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** Further demands of a request. Each is met, or there is no certificate. */
export interface RequestDemands {
  /** The name of the CA that is to issue the certificate. */
  readonly issuer?: DistinguishedName | undefined;
  /** Seconds since 1970; the profile has to allow it. */
  readonly validity?: RequestedValidity | undefined;
  /** The name that the subject has to have: the requester has proven the possession of its key under this name. */
  readonly provenAs?: DistinguishedName | undefined;
  /** True when nothing in the request shows that its sender holds the private key, so that the caller answers for it. */
  readonly vouched?: boolean;
}

/** One end of a validity, or both, in seconds since 1970. */
export interface RequestedValidity {
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
}

/** The parts of a certificate request that enrollment uses. */
export interface RequestedCertificate extends RequestedNames, RequestDemands {
  readonly publicKey: PublicKey;
  /** Everything that it asks for, alternative names included. */
  readonly extensions: readonly Extension[];
  /** The request itself where it is for a card verifiable certificate. */
  readonly cvRequest?: CvRequest;
}

/** As `verifySignature`, in its own time. */
export type VerifySignature = (signed: SignatureToVerify) => Promise<boolean>;

/** The means to check a proof of possession. */
export interface ProofChecks {
  readonly verifySignature: VerifySignature;
  /** The password of the end entity, which was verified before; a MAC in the request is made with it. */
  readonly password: string | undefined;
  /** True where the MAC was verified when the request arrived, so that it tells nothing about a password that is not verified yet. */
  readonly macIsVerified?: boolean;
}
