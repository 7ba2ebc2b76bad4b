/** The writes of certificates. */
import { serialNumberToBytes } from '@sealwright/pki';
import {
  type ArchiveCertificate,
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type ChangeRevocation,
  type InsertCertificate,
  type InsertUnknownCertificate,
  type NotifyAboutExpiration,
  REVOCATION_REASONS,
} from '../../../modules/ca/index.ts';
import { insertInto, updateIn } from '../../sql/index.ts';

const insert = insertInto('certificate', 'certificate.insert', ({ certificate }: InsertCertificate) => ({
  id: certificate.id,
  ca_id: certificate.caId,
  serial: serialNumberToBytes(certificate.serialNumber),
  der: certificate.der,
  sha1: certificate.sha1,
  sha256: certificate.sha256,
  subject_dn: certificate.subjectDn,
  subject_key: certificate.subjectKey,
  subject_alt_name: certificate.subjectAltName ?? null,
  subject_key_id: certificate.subjectKeyId ?? null,
  public_key_sha256: certificate.publicKeySha256,
  ca_sha1: certificate.caSha1,
  end_entity_id: certificate.endEntityId ?? null,
  username: certificate.username ?? null,
  certificate_profile_id: certificate.certificateProfileId,
  end_entity_profile_id: certificate.endEntityProfileId,
  type: certificate.type,
  status: certificate.revocation === undefined ? CERTIFICATE_STATUS.active : CERTIFICATE_STATUS.revoked,
  not_before_s: certificate.notBefore,
  not_after_s: certificate.notAfter,
  revocation_reason: REVOCATION_REASONS[certificate.revocation?.reason ?? 'NOT_REVOKED'],
  revoked_at_s: certificate.revocation?.revokedAt ?? null,
  invalidity_s: null,
  crl_partition: certificate.crlPartition,
  account_binding_id: certificate.accountBindingId ?? null,
  created_ms: certificate.createdMs,
  updated_ms: certificate.createdMs,
  version: 1,
}));

/** Inserts a certificate of which little is known; the unknown is empty. */
const insertUnknown = insertInto('certificate', 'certificate.insert-unknown', (write: InsertUnknownCertificate) => ({
  id: write.id,
  ca_id: write.caId,
  serial: serialNumberToBytes(write.serialNumber),
  der: NOTHING,
  sha1: NOTHING,
  sha256: NOTHING,
  subject_dn: '',
  subject_key: NOTHING,
  subject_alt_name: null,
  subject_key_id: null,
  public_key_sha256: NOTHING,
  ca_sha1: NOTHING,
  end_entity_id: null,
  username: null,
  certificate_profile_id: 0,
  end_entity_profile_id: 0,
  type: CERTIFICATE_TYPE.unknown,
  status: CERTIFICATE_STATUS.revoked,
  not_before_s: 0,
  not_after_s: write.notAfter ?? LAST_GENERALIZED_TIME,
  revocation_reason: REVOCATION_REASONS[write.reason],
  revoked_at_s: write.revokedAt,
  invalidity_s: write.invalidity ?? null,
  crl_partition: write.crlPartition,
  account_binding_id: null,
  created_ms: write.createdMs,
  updated_ms: write.createdMs,
  version: 1,
}));

const changeRevocation = updateIn(
  'certificate',
  'certificate.change-revocation',
  {
    key: ['id'],
    expected: ['version'],
    set: ['status', 'revocation_reason', 'revoked_at_s', 'invalidity_s', 'updated_ms', 'version'],
  },
  (write: ChangeRevocation) => ({
    key: { id: write.id },
    expected: { version: write.expectedVersion },
    set: {
      status: write.status,
      revocation_reason: REVOCATION_REASONS[write.reason],
      revoked_at_s: write.revokedAt ?? null,
      invalidity_s: write.invalidity ?? null,
      updated_ms: write.updatedMs,
      version: write.expectedVersion + 1,
    },
  }),
);

/** Its version stays: a change at the same time decides about the same revocation. */
const archive = updateIn(
  'certificate',
  'certificate.archive',
  { key: ['id'], expected: ['status'], set: ['status', 'updated_ms'] },
  ({ id, updatedMs }: ArchiveCertificate) => ({
    key: { id },
    expected: { status: CERTIFICATE_STATUS.revoked },
    set: { status: CERTIFICATE_STATUS.archived, updated_ms: updatedMs },
  }),
);

/** Its version stays, as nothing of its revocation changes. */
const notify = updateIn(
  'certificate',
  'certificate.notify-about-expiration',
  { key: ['id'], expected: ['status'], set: ['status', 'updated_ms'] },
  ({ id, updatedMs }: NotifyAboutExpiration) => ({
    key: { id },
    expected: { status: CERTIFICATE_STATUS.active },
    set: { status: CERTIFICATE_STATUS.notifiedAboutExpiration, updated_ms: updatedMs },
  }),
);

/** The writes of certificates. */
export const certificateWriteDefinitions = [insert, insertUnknown, changeRevocation, archive, notify];

const NOTHING = new Uint8Array();
/** 9999-12-31T23:59:59Z. */
const LAST_GENERALIZED_TIME = 253_402_300_799;
