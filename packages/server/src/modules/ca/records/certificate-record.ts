/** A certificate as it is stored, and how its state changes. */
import type { Der, SerialNumber, SshBlob } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { CERTIFICATE_PROFILE_ID } from '../../profiles/index.ts';
import type { RevocationReason } from './revocation-reason.ts';

/** The states that a stored certificate goes through. */
export const CERTIFICATE_STATUS = { active: 20, notifiedAboutExpiration: 21, revoked: 40, archived: 60 } as const;

/** Types of certificates, as they are stored. */
export const CERTIFICATE_TYPE = { unknown: 0, endEntity: 1, subCa: 2, rootCa: 8, ssh: 10 } as const;

/** A certificate of any kind, as it was issued. */
export type EncodedCertificate = Der<'Certificate' | 'CvCertificate'> | SshBlob<'Certificate'>;

/** A certificate about to be stored. Times are seconds since 1970 unless the name says otherwise. */
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
  /** SHA-1 of the certificate that the CA signed under, or of its key where it has none; of itself when it is self-signed. */
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
  /** Of a certificate that is issued revoked or on hold; it is active unless given. */
  readonly revocation?: { readonly reason: RevocationReason; readonly revokedAt: number };
  readonly createdMs: number;
}

/** Members that the state rules of revocation look at. */
export interface CertificateState {
  readonly id: number;
  readonly status: number;
  readonly reason: RevocationReason;
  /** When it was revoked; undefined while it is not. */
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  /** Rises with every change. */
  readonly version: number;
}

/** The status of a certificate, and which one that is. */
export interface CertificateStanding {
  readonly status: number;
  /** Digest of the certificate; undefined when only its serial number is known. */
  readonly sha256: Uint8Array | undefined;
}

/** The status of a certificate for an OCSP responder, as of one moment. */
export interface CertificateStatusRecord {
  readonly status: number;
  readonly reason: RevocationReason;
  /** Seconds since 1970; undefined while it is not revoked. */
  readonly revokedAt: number | undefined;
  /** Seconds since 1970. */
  readonly notAfter: number;
  /** SHA-1 of the certificate that it was signed under; empty when only its serial number is known. */
  readonly caSha1: Uint8Array;
  /** Rises with every change. */
  readonly version: number;
}

/** A stored certificate, as far as use cases need it. */
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
 * Tells whether a certificate is that of an OCSP responder that its CA has certified by itself. Responders answer on when their CA is revoked, as it makes
 * CRLs on.
 */
export function isOwnResponder(record: CertificateRecord): boolean {
  const { certificateProfileId, endEntityProfileId, endEntityId, username } = record;
  const isNobodys = endEntityProfileId === 0 && endEntityId === undefined && username === undefined;
  return isNobodys && certificateProfileId === CERTIFICATE_PROFILE_ID.OCSPSIGNER;
}

/** Reads certificates. */
export interface CertificateStore {
  findCertificate(caId: number, serialNumber: SerialNumber): Promise<CertificateRecord | undefined>;
  findById(id: number): Promise<CertificateRecord | undefined>;
  /** Finds the members that checks on every request look at. */
  findStatus(caId: number, serialNumber: SerialNumber): Promise<CertificateStanding | undefined>;
  /**
   * Finds what an OCSP responder says, and the configuration epoch of the same moment: both in one read, so that whatever was answered before it
   * began is in it.
   */
  findStatusAndEpoch(
    caId: number,
    serialNumber: SerialNumber,
  ): Promise<{ readonly epoch: number; readonly record: CertificateStatusRecord | undefined }>;
  /**
   * Tells whether a certificate is active and ends at `now` (seconds since 1970) or later, of those whose serial numbers lie from `first` to
   * `last`, both included and of one length, and have that length.
   */
  hasActiveBetween(caId: number, first: SerialNumber, last: SerialNumber, now: number): Promise<boolean>;
  /** Tells whether the CA has issued a certificate to anybody but itself and its OCSP responders, expired and revoked ones included. */
  hasIssued(caId: number): Promise<boolean>;
  /**
   * Certificates of a CA in the order of their serial numbers, whatever became of them; `limit` at most.
   *
   * @param after - the number before the first of them; undefined: from the beginning
   */
  listAfter(caId: number, after: SerialNumber | undefined, limit: number): Promise<readonly CertificateRecord[]>;
  /** Certificates of an end entity that are active and end at `now` (seconds since 1970) or later; `limit` at most. */
  findActiveOfEndEntity(endEntityId: number, now: number, limit: number): Promise<readonly CertificateRecord[]>;
  /** Certificates of an end entity that are on hold, expired ones included; `limit` at most. */
  findHeldOfEndEntity(endEntityId: number, limit: number): Promise<readonly CertificateRecord[]>;
  /** When the last active one ends; undefined when there is none. */
  findLastEnd(endEntityId: number, now: number): Promise<number | undefined>;
}

/** Tells whether a certificate of a CA is revoked, or on hold. */
export async function isRevoked(
  certificates: Pick<CertificateStore, 'findStatus'>,
  caId: number,
  { serialNumber }: { readonly serialNumber: SerialNumber },
): Promise<boolean> {
  const status = (await certificates.findStatus(caId, serialNumber))?.status;
  return status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived;
}

/** Stores an issued certificate, active unless it says otherwise. A second one of the same issuer and serial number is a conflict. */
export interface InsertCertificate extends Write {
  readonly op: 'certificate.insert';
  readonly certificate: NewCertificate;
}

/** Revokes, releases from hold, or changes reason or dates of the certificate that has `expectedVersion`. */
export interface ChangeRevocation extends Write {
  readonly op: 'certificate.change-revocation';
  readonly id: number;
  /** Not stored: it names the publishers that are told. */
  readonly certificateProfileId: number;
  readonly expectedVersion: number;
  readonly status: number;
  readonly reason: RevocationReason;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  readonly updatedMs: number;
}

/** Takes a revoked certificate that has ended off the CRLs for good. It keeps its reason. */
export interface ArchiveCertificate extends Write {
  readonly op: 'certificate.archive';
  readonly id: number;
  readonly updatedMs: number;
}

/** Says of an active certificate that its end has been reported. It stays active. */
export interface NotifyAboutExpiration extends Write {
  readonly op: 'certificate.notify-about-expiration';
  readonly id: number;
  readonly updatedMs: number;
}

/**
 * Stores that a certificate is revoked which the database does not hold: its serial number, and what a CRL says of it. A second one of
 * the same issuer and serial number is a conflict.
 */
export interface InsertUnknownCertificate extends Write {
  readonly op: 'certificate.insert-unknown';
  readonly id: number;
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly reason: RevocationReason;
  readonly revokedAt: number;
  readonly invalidity: number | undefined;
  /** Undefined when nobody knows: it is on CRLs for ever. */
  readonly notAfter: number | undefined;
  readonly crlPartition: number;
  readonly createdMs: number;
}
