/** Use cases that read one certificate by its fingerprint, and its audit records. */
import type { SerialNumber } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditReader, StoredAuditRecord } from '../../audit/index.ts';
import { type Authorities, CertificateNotFoundError } from '../../ca/index.ts';
import { VisibleDocuments } from './visible-documents.ts';

/** A certificate, with the members that identify it. */
export interface CertificateByFingerprint {
  readonly caId: number;
  readonly endEntityProfileId: number;
  readonly serialNumber: SerialNumber;
  readonly createdMs: number;
}

/** Lookup of certificates by fingerprint. */
export interface CertificateFingerprints {
  /** Finds those with the SHA-1 (20 octets) or SHA-256 (32 octets) fingerprint. There are few; at most 100 are returned. */
  find(fingerprint: Uint8Array): Promise<readonly CertificateByFingerprint[]>;
}

/** A certificate that the caller may see. */
export interface ReadableCertificate {
  readonly certificateAuthorityName: string;
  readonly issuerDn: string;
  readonly serialNumber: SerialNumber;
  /** True if the caller may read its audit records. */
  readonly hasReadableHistory: boolean;
}

/** Audit records of a certificate. */
export interface CertificateHistory {
  /** Oldest first. */
  readonly records: readonly StoredAuditRecord[];
  /** True if there are more. */
  readonly more: boolean;
}

export interface ReadIssuedCertificateDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly auditReader: AuditReader;
  readonly authorities: Authorities;
  readonly certificateFingerprints: CertificateFingerprints;
}

export class ReadIssuedCertificate extends WithDeps<ReadIssuedCertificateDeps> {
  /**
   * Returns the CA and the serial number of a certificate.
   *
   * @param fingerprint - SHA-1 or SHA-256, hexadecimal
   * @throws {@link CertificateNotFoundError} also for one that the caller may not view
   */
  async get(administrator: Administrator, fingerprint: string): Promise<ReadableCertificate> {
    const { access, authorities } = this.deps;
    await access.authorize(administrator);
    const { caId, serialNumber } = await this.#find(administrator, fingerprint);
    const authority = await authorities.findById(caId);
    if (authority === undefined) throw notFound(fingerprint);
    return {
      certificateAuthorityName: authority.name,
      issuerDn: authority.settings.subject.toString(),
      serialNumber,
      hasReadableHistory: await access.isAuthorized(administrator, Resource.audit.select),
    };
  }

  /** Returns the audit records of a certificate. Throws the errors of {@link get}. */
  async history(administrator: Administrator, fingerprint: string): Promise<CertificateHistory> {
    await this.deps.access.authorize(administrator, Resource.audit.select);
    const { caId, serialNumber: serial, createdMs } = await this.#find(administrator, fingerprint);
    const records = await this.deps.auditReader.ofCertificate({ caId, serial, createdMs }, MOST_RECORDS + 1);
    return { records: records.slice(0, MOST_RECORDS), more: records.length > MOST_RECORDS };
  }

  async #find(administrator: Administrator, fingerprint: string): Promise<CertificateByFingerprint> {
    const found = await this.deps.certificateFingerprints.find(Uint8Array.fromHex(fingerprint));
    const visible = new VisibleDocuments(this.deps, administrator);
    const caIds = await visible.caIds([]);
    const profileIds = await visible.endEntityProfileIds([]);
    for (const certificate of found) {
      const { caId, endEntityProfileId } = certificate;
      if (caIds?.includes(caId) !== false && profileIds?.includes(endEntityProfileId) !== false) return certificate;
    }
    throw notFound(fingerprint);
  }
}

function notFound(fingerprint: string): CertificateNotFoundError {
  return new CertificateNotFoundError(
    `There is no certificate with the fingerprint ${fingerprint}, or none that you may see.`,
  );
}

const MOST_RECORDS = 1000;
