import type { Migration } from './migration.ts';

/** The index of serial numbers with all that an OCSP answer says of a certificate: with a million certificates one or two pages are read instead of three or four. */
export const certificateStatus: Migration = {
  number: 26,
  name: 'certificate-status',
  statements: ({ coverUnique }) =>
    coverUnique(
      'certificate_serial',
      'certificate',
      ['ca_id', 'serial'],
      ['status', 'revocation_reason', 'revoked_at_s', 'not_after_s', 'ca_sha1', 'version'],
    ),
};
