/**
 * What the routes of the CA REST interface need of the use cases behind them.
 *
 * Names and serial numbers arrive as the client wrote them, decoded; understanding them is the use case's business. `A` is the
 * administrator, whom every use case asks `access` about first. Failures are `AppError`s; the codes that this interface answers in
 * its own words are in `errors.ts`: `ca.not_found`, `ca.offline`, `crypto_token.offline`, `certificate.not_found`.
 */
import type { Administrator } from '../../modules/access/index.ts';
import type { ApprovalServices } from './approval-services.ts';

export interface CaRestServices {
  readonly approvals: ApprovalServices;

  /** The CAs that the administrator may access. */
  listCas(administrator: Administrator, options: { readonly includeExternal: boolean }): Promise<readonly CaSummary[]>;

  /**
   * The CA's certificate first, its root last.
   *
   * @throws `ca.not_found`
   */
  caChain(administrator: Administrator, subjectDn: string): Promise<CaChain>;

  /**
   * Lets a CA that is off line sign again, or asks others to approve that; one that is active stays so.
   *
   * @throws `ca.not_found`, `ca.service_state`, `approval.already_requested`
   */
  activateCa(administrator: Administrator, name: string): Promise<PendingApproval | undefined>;

  /** Takes an active CA off line. Errors as {@link activateCa}. */
  deactivateCa(administrator: Administrator, name: string): Promise<PendingApproval | undefined>;

  /**
   * The certification request of a CA, DER.
   *
   * @throws `ca.not_found`, `crypto_token.offline`, `crypto_token.unknown_alias`, `ca.certificate_unusable`
   */
  generateCsr(administrator: Administrator, issuerDn: string, request: CaCsrRequest): Promise<Uint8Array>;

  /**
   * Issues new base CRLs, or new delta CRLs only.
   *
   * @throws `ca.not_found`, `ca.offline`, `crypto_token.offline`
   */
  createCrl(administrator: Administrator, issuerDn: string, options: { readonly delta: boolean }): Promise<CrlVersions>;

  /**
   * Takes over a CRL that was made elsewhere, with the revocations that it holds.
   *
   * @throws `ca.not_found`, `crl.upload`, `crl.empty`, `crl.unreadable`, `crl.other_issuer`, `crl.not_newer`
   */
  importCrl(administrator: Administrator, issuerDn: string, upload: CrlUpload): Promise<void>;

  /** The newest CRL of a partition (0 is the main one), or undefined when there is none or no such CA. */
  latestCrl(
    administrator: Administrator,
    issuerDn: string,
    options: { readonly delta: boolean; readonly partition: number },
  ): Promise<LatestCrl | undefined>;

  /** Makes or edits the end entity and issues its certificate. */
  enrollPkcs10(administrator: Administrator, request: Pkcs10Enrollment): Promise<Enrolled | PendingApproval>;

  /**
   * Issues the certificate of an enrollment that was approved; pending while it waits.
   *
   * @throws `ra.request_not_found`, `ra.bad_format`, `ra.request_refused`, `ra.end_entity_not_found`, `ra.already_finalized`,
   *   `ra.wrong_password`
   */
  finalizeEnrollment(
    administrator: Administrator,
    requestId: number,
    finalization: { readonly format: string; readonly password: string },
  ): Promise<(Enrolled & { readonly format: 'DER' | 'PEM' }) | PendingApproval>;

  /**
   * Revokes a certificate, changes why or when it was revoked, or reactivates one on hold.
   *
   * @throws `ca.not_found` and `certificate.not_found`, both after the checks that ca-rest makes of the reason
   */
  revoke(administrator: Administrator, request: Revocation): Promise<RevocationState | PendingApproval>;

  /**
   * Runs a service now and returns when it has run.
   *
   * @throws `service.not_found`, `service.nothing_to_do`, `service.running`
   */
  runService(administrator: Administrator, name: string): Promise<void>;

  /** @throws `crypto_token.not_found`, `crypto_token.wrong_activation_code` */
  activateCryptoToken(administrator: Administrator, name: string, code: string): Promise<void>;

  /**
   * Closes a token on every machine; one whose activation is automatic comes back by its next use.
   *
   * @throws `crypto_token.not_found`
   */
  deactivateCryptoToken(administrator: Administrator, name: string): Promise<'deactivated' | 'reactivated'>;

  /** @throws `crypto_token.not_found`, `crypto_token.alias_in_use`, `crypto_token.offline` and what else is wrong with the key */
  generateKeys(administrator: Administrator, tokenName: string, keys: KeyGeneration): Promise<void>;

  /** @throws `crypto_token.not_found`, `crypto_token.unknown_alias`, `crypto_token.offline`, `crypto_token.key_in_use` */
  removeKeys(administrator: Administrator, tokenName: string, alias: string): Promise<void>;

  /** @throws `ca.not_found`, `certificate.not_found` */
  revocationStatus(administrator: Administrator, issuerDn: string, serialNumber: string): Promise<RevocationState>;

  /**
   * The public key of an SSH CA as one line, without a line feed.
   *
   * @throws `ca.not_found`, `ca.wrong_kind`
   */
  sshPublicKey(administrator: Administrator, caName: string): Promise<string>;

  /** Makes or edits the end entity and issues an SSH certificate: its one line, without a line feed. */
  requestSshCertificate(administrator: Administrator, request: SshCertificateRequest): Promise<string>;
}

/** A key pair to be made, in the words of the client. */
export interface KeyGeneration {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly keyUsage: 'SIGN' | 'ENCRYPT' | 'SIGN_ENCRYPT' | undefined;
}

export interface CaCsrRequest {
  /** Undefined: a new key. */
  readonly keyAlias: string | undefined;
  /** PEM, one or more certificates each. */
  readonly certificateChain: readonly string[];
}

export interface CaSummary {
  /** The Java hash of the subject DN. */
  readonly id: number;
  readonly name: string;
  readonly subjectDn: string;
  /** Of the last certificate in the chain: the root's. */
  readonly issuerDn: string;
  /** Of the CA's certificate, in seconds since the epoch. */
  /** Undefined: it has no certificate yet. */
  readonly expirationSeconds: number | undefined;
  readonly external: boolean;
}

export interface CaChain {
  readonly certificates: readonly { readonly der: Uint8Array; readonly subjectDn: string; readonly issuerDn: string }[];
}

/** What a client uploads. */
export interface CrlUpload {
  /** The DER in blocks that threads share, without any when it is empty; undefined when there is none. */
  readonly octets: readonly Uint8Array<SharedArrayBuffer>[] | undefined;
  /** As the client wrote it. */
  readonly partition: string | undefined;
}

/** A CRL in DER, which may be tens of megabytes. */
export interface LatestCrl {
  readonly octets: number;
  /** In pieces; the lengths of all but the last are multiples of 3. */
  read(): AsyncIterable<Uint8Array>;
}

export interface CrlVersions {
  readonly issuerDn: string;
  /** CRL numbers; undefined while there is none. */
  readonly latestCrl: number | undefined;
  readonly latestDeltaCrl: number | undefined;
  /** By partition index, from 1; undefined for a CA without partitions. */
  readonly partitions: ReadonlyMap<number, number> | undefined;
  readonly deltaPartitions: ReadonlyMap<number, number> | undefined;
  readonly allSuccess: boolean;
}

export interface Pkcs10Enrollment {
  /** PEM or base64 DER of the PKCS#10 request. */
  readonly certificateRequest: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly certificateAuthorityName: string;
  readonly username: string;
  /** Not given: a random one. */
  readonly password: string | undefined;
  readonly email: string | undefined;
  /** Whether the answer needs the CA's chain; without it `chain` may be empty. */
  readonly includeChain: boolean;
  readonly accountBindingId: string | undefined;
  /** Seconds since the epoch. */
  readonly startSeconds: number | undefined;
  readonly endSeconds: number | undefined;
  /** Whether the two above are obeyed or refused, never left out. */
  readonly strictValidity: boolean;
  /** Instead of the request's own. */
  readonly subjectDn: string | undefined;
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

export interface SshCertificateRequest {
  readonly endEntityProfileName: string;
  /** Not given: the end entity profile's default. */
  readonly certificateProfileName: string | undefined;
  readonly certificateAuthorityName: string | undefined;
  readonly username: string;
  readonly password: string;
  readonly keyId: string;
  /** Instead of the key's own. */
  readonly comment: string | undefined;
  /** One line, which may end in a line break. */
  readonly publicKey: string;
  readonly principals: readonly string[];
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly verifyRequired: boolean;
  /** Octets by name; none for a flag. */
  readonly extensions: ReadonlyMap<string, Uint8Array>;
  /** Seconds since the epoch. */
  readonly startSeconds: number | undefined;
  readonly endSeconds: number | undefined;
  /** Whether the two above are obeyed or refused, never left out. */
  readonly strictValidity: boolean;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface Enrolled {
  readonly outcome: 'issued';
  readonly certificate: Uint8Array;
  /** Hex. */
  readonly serialNumber: string;
  /** The CA's certificates: the issuing CA first, the root last; the leaf is not among them. */
  readonly chain: readonly Uint8Array[];
}

/** The act waits for other administrators. */
export interface PendingApproval {
  readonly outcome: 'pending-approval';
  readonly requestId: number;
}

export interface Revocation {
  readonly issuerDn: string;
  /** Hex in either case, with or without `0x`; checked. */
  readonly serialNumber: string;
  /** Undefined when the client gave none, which only a change of the invalidity date allows. */
  readonly reason: RevocationReason | undefined;
  /** Milliseconds since the epoch, never in the future. */
  readonly dateMs: number | undefined;
  readonly invalidityDateMs: number | undefined;
}

export interface RevocationState {
  readonly outcome: 'known';
  readonly reason: RevocationReason;
  readonly revoked: boolean;
  /** Seconds since the epoch; undefined when not revoked. */
  readonly revocationSeconds: number | undefined;
  readonly invaliditySeconds: number | undefined;
}

/** The names of this interface, case-sensitive. The first two of them are also how a certificate on hold is reactivated. */
export const REVOCATION_REASONS = [
  'NOT_REVOKED',
  'REMOVE_FROM_CRL',
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'CA_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'CERTIFICATE_HOLD',
  'PRIVILEGES_WITHDRAWN',
  'AA_COMPROMISE',
] as const;

export type RevocationReason = (typeof REVOCATION_REASONS)[number];
