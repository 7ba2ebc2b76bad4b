/** Stored certificates, and changes of their state. */
import type { Der, SerialNumber, SshBlob } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { CERTIFICATE_PROFILE_ID } from '../../profiles/index.ts';
import type { RevocationReason } from './revocation-reason.ts';

/** States of a stored certificate. */
export const CERTIFICATE_STATUS = { active: 20, notifiedAboutExpiration: 21, revoked: 40, archived: 60 } as const;

/** Types of certificates as stored. */
export const CERTIFICATE_TYPE = { unknown: 0, endEntity: 1, subCa: 2, rootCa: 8, ssh: 10 } as const;

/** A certificate of any kind, as issued. */
export type EncodedCertificate = Der<'Certificate' | 'CvCertificate'> | SshBlob<'Certificate'>;

/** A certificate to be stored. Times are seconds since 1970 unless the name says otherwise. */
export interface NewCertificate {
  readonly id: number;
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly der: EncodedCertificate;
  readonly sha1: Uint8Array;
  readonly sha256: Uint8Array;
  readonly subjectDn: string;
  /** SHA-256 over the RFC 5280 §7.1 form of the subject. */
  readonly subjectKey: Uint8Array;
  readonly subjectAltName: string | undefined;
  readonly subjectKeyId: Uint8Array | undefined;
  readonly publicKeySha256: Uint8Array;
  /** SHA-1 of the CA certificate under which it was signed, or of the CA's key if the CA has no certificate; of itself if it is self-signed. */
  readonly caSha1: Uint8Array;
  readonly endEntityId: number | undefined;
  readonly username: string | undefined;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly type: number;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly crlPartition: number;
  readonly accountBindingId: string | undefined;
  /** Initial revocation; without it the certificate is active. */
  readonly revocation?: { readonly reason: RevocationReason; readonly revokedAt: number };
  readonly createdMs: number;
}

/** Members that the state rules of revocation use. */
export interface CertificateState {
  readonly id: number;
  readonly status: number;
  readonly reason: RevocationReason;
  /** Time of revocation; undefined unless it is revoked. */
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  /** Rises with every change. */
  readonly version: number;
}

/** The status of a certificate, with its digest to identify it. */
export interface IdentifiedStatus {
  readonly status: number;
  /** Digest of the certificate; undefined if only its serial number is known. */
  readonly sha256: Uint8Array | undefined;
}

/** The status of a certificate for OCSP, at one moment. */
export interface CertificateStatusRecord {
  readonly status: number;
  readonly reason: RevocationReason;
  /** Seconds since 1970; undefined unless it is revoked. */
  readonly revokedAt: number | undefined;
  /** End of validity, seconds since 1970. */
  readonly notAfter: number;
  /** SHA-1 of the CA certificate under which it was signed; empty if only its serial number is known. */
  readonly caSha1: Uint8Array;
  /** Rises with every change. */
  readonly version: number;
}

/** A stored certificate with the members that use cases need. */
export interface CertificateRecord extends CertificateState {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly der: EncodedCertificate;
  readonly endEntityId: number | undefined;
  readonly username: string | undefined;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly crlPartition: number;
}

/**
 * Tells whether a certificate belongs to an OCSP responder that its CA certified automatically. Such responders continue to answer when their CA is
 * revoked, as the CA continues to make CRLs.
 */
export function isOwnResponder(record: CertificateRecord): boolean {
  const { certificateProfileId, endEntityProfileId, endEntityId, username } = record;
  const isNobodys = endEntityProfileId === 0 && endEntityId === undefined && username === undefined;
  return isNobodys && certificateProfileId === CERTIFICATE_PROFILE_ID.OCSPSIGNER;
}

/** Read access to certificates. */
export interface CertificateStore {
  findCertificate(caId: number, serialNumber: SerialNumber): Promise<CertificateRecord | undefined>;
  findById(id: number): Promise<CertificateRecord | undefined>;
  /** Finds the members checked on every request. */
  findStatus(caId: number, serialNumber: SerialNumber): Promise<IdentifiedStatus | undefined>;
  /**
   * Finds the status for an OCSP response together with the configuration epoch of the same moment. Both come from one read, so it includes
   * everything that was answered before the read began.
   */
  findStatusAndEpoch(
    caId: number,
    serialNumber: SerialNumber,
  ): Promise<{ readonly epoch: number; readonly record: CertificateStatusRecord | undefined }>;
  /**
   * Tells whether there is an active certificate that ends at `now` (seconds since 1970) or later and whose serial number lies between `first` and
   * `last`, inclusive. Both have the same length, and only serial numbers of that length count.
   */
  hasActiveBetween(caId: number, first: SerialNumber, last: SerialNumber, now: number): Promise<boolean>;
  /** Tells whether the CA has issued a certificate to anybody but itself and its OCSP responders. Expired and revoked ones count. */
  hasIssued(caId: number): Promise<boolean>;
  /**
   * Lists certificates of a CA in order of their serial numbers, whatever their status; at most `limit`.
   *
   * @param after - serial number before the first one; undefined to start at the beginning
   */
  listAfter(caId: number, after: SerialNumber | undefined, limit: number): Promise<readonly CertificateRecord[]>;
  /** Finds certificates of an end entity that are active and end at `now` (seconds since 1970) or later; at most `limit`. */
  findActiveOfEndEntity(endEntityId: number, now: number, limit: number): Promise<readonly CertificateRecord[]>;
  /** Finds certificates of an end entity that are on hold, including expired ones; at most `limit`. */
  findHeldOfEndEntity(endEntityId: number, limit: number): Promise<readonly CertificateRecord[]>;
  /** Returns the end of validity of the last active one; undefined if there is none. */
  findLastEnd(endEntityId: number, now: number): Promise<number | undefined>;
}

/** Tells whether a certificate of a CA is revoked or on hold. */
export async function isRevoked(
  certificates: Pick<CertificateStore, 'findStatus'>,
  caId: number,
  { serialNumber }: { readonly serialNumber: SerialNumber },
): Promise<boolean> {
  const status = (await certificates.findStatus(caId, serialNumber))?.status;
  return status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived;
}

/** Stores an issued certificate, active unless `revocation` is given. A second one with the same issuer and serial number is a conflict. */
export interface InsertCertificate extends Write {
  readonly op: 'certificate.insert';
  readonly certificate: NewCertificate;
}

/** Revokes, releases from hold, or changes the reason or dates of a certificate that has `expectedVersion`. */
export interface ChangeRevocation extends Write {
  readonly op: 'certificate.change-revocation';
  readonly id: number;
  /** Not stored; it determines the publishers. */
  readonly certificateProfileId: number;
  readonly expectedVersion: number;
  readonly status: number;
  readonly reason: RevocationReason;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  readonly updatedMs: number;
}

/** Archives a revoked certificate that has expired, so that CRLs no longer list it. It keeps its reason. */
export interface ArchiveCertificate extends Write {
  readonly op: 'certificate.archive';
  readonly id: number;
  readonly updatedMs: number;
}

/** Marks an active certificate whose expiry has been notified. It stays active. */
export interface NotifyAboutExpiration extends Write {
  readonly op: 'certificate.notify-about-expiration';
  readonly id: number;
  readonly updatedMs: number;
}

/**
 * Stores the revocation of a certificate that the database does not hold: its serial number and the members of its CRL entry. A second one with the
 * same issuer and serial number is a conflict.
 */
export interface InsertUnknownCertificate extends Write {
  readonly op: 'certificate.insert-unknown';
  readonly id: number;
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly reason: RevocationReason;
  readonly revokedAt: number;
  readonly invalidity: number | undefined;
  /** Undefined if unknown: then CRLs list it indefinitely. */
  readonly notAfter: number | undefined;
  readonly crlPartition: number;
  readonly createdMs: number;
}
