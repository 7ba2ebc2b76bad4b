import type { Migration } from './migration.ts';

/**
 * Indexes that find a certificate by its fingerprint, and the audit records about it.
 *
 * Eight octets of a fingerprint are enough to find few. The record of the issuance is found by its time: an index on it would cost every
 * enrollment as much as that of a serial number.
 */
export const certificateFingerprints: Migration = {
  number: 17,
  name: 'certificate-fingerprints',
  statements: () => [
    `CREATE INDEX certificate_sha256 ON certificate (substr(sha256, 1, 8))`,
    `CREATE INDEX certificate_sha1 ON certificate (substr(sha1, 1, 8))`,
    `CREATE INDEX audit_record_certificate ON audit_record (serial, ca_id, id)
      WHERE serial IS NOT NULL AND event <> 'CERT_CREATION'`,
  ],
};
