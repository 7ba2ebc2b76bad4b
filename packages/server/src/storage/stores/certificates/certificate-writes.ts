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
import { columnsOf, type InsertDefinition, type UpdateDefinition } from '../../sql/index.ts';

const insert: InsertDefinition<InsertCertificate> = {
  kind: 'insert',
  op: 'certificate.insert',
  table: 'certificate',
  columns: columnsOf('certificate'),
  row: ({ certificate }) => [
    certificate.id,
    certificate.caId,
    serialNumberToBytes(certificate.serialNumber),
    certificate.der,
    certificate.sha1,
    certificate.sha256,
    certificate.subjectDn,
    certificate.subjectKey,
    certificate.subjectAltName ?? null,
    certificate.subjectKeyId ?? null,
    certificate.publicKeySha256,
    certificate.caSha1,
    certificate.endEntityId ?? null,
    certificate.username ?? null,
    certificate.certificateProfileId,
    certificate.endEntityProfileId,
    certificate.type,
    certificate.revocation === undefined ? CERTIFICATE_STATUS.active : CERTIFICATE_STATUS.revoked,
    certificate.notBefore,
    certificate.notAfter,
    REVOCATION_REASONS[certificate.revocation?.reason ?? 'NOT_REVOKED'],
    certificate.revocation?.revokedAt ?? null,
    null,
    certificate.crlPartition,
    certificate.accountBindingId ?? null,
    certificate.createdMs,
    certificate.createdMs,
    1,
  ],
};

/** Inserts a certificate of which little is known; the unknown is empty. */
const insertUnknown: InsertDefinition<InsertUnknownCertificate> = {
  kind: 'insert',
  op: 'certificate.insert-unknown',
  table: 'certificate',
  columns: columnsOf('certificate'),
  row: (write) => [
    write.id,
    write.caId,
    serialNumberToBytes(write.serialNumber),
    NOTHING,
    NOTHING,
    NOTHING,
    '',
    NOTHING,
    null,
    null,
    NOTHING,
    NOTHING,
    null,
    null,
    0,
    0,
    CERTIFICATE_TYPE.unknown,
    CERTIFICATE_STATUS.revoked,
    0,
    write.notAfter ?? LAST_GENERALIZED_TIME,
    REVOCATION_REASONS[write.reason],
    write.revokedAt,
    write.invalidity ?? null,
    write.crlPartition,
    null,
    write.createdMs,
    write.createdMs,
    1,
  ],
};

const changeRevocation: UpdateDefinition<ChangeRevocation> = {
  kind: 'update',
  op: 'certificate.change-revocation',
  table: 'certificate',
  key: columnsOf('certificate', 'id'),
  expected: columnsOf('certificate', 'version'),
  set: columnsOf('certificate', 'status', 'revocation_reason', 'revoked_at_s', 'invalidity_s', 'updated_ms', 'version'),
  values: (write) => ({
    key: [write.id],
    expected: [write.expectedVersion],
    set: [
      write.status,
      REVOCATION_REASONS[write.reason],
      write.revokedAt ?? null,
      write.invalidity ?? null,
      write.updatedMs,
      write.expectedVersion + 1,
    ],
  }),
};

/** Its version stays: a change at the same time decides about the same revocation. */
const archive: UpdateDefinition<ArchiveCertificate> = {
  kind: 'update',
  op: 'certificate.archive',
  table: 'certificate',
  key: columnsOf('certificate', 'id'),
  expected: columnsOf('certificate', 'status'),
  set: columnsOf('certificate', 'status', 'updated_ms'),
  values: ({ id, updatedMs }) => ({
    key: [id],
    expected: [CERTIFICATE_STATUS.revoked],
    set: [CERTIFICATE_STATUS.archived, updatedMs],
  }),
};

/** Its version stays, as nothing of its revocation changes. */
const notify: UpdateDefinition<NotifyAboutExpiration> = {
  kind: 'update',
  op: 'certificate.notify-about-expiration',
  table: 'certificate',
  key: columnsOf('certificate', 'id'),
  expected: columnsOf('certificate', 'status'),
  set: columnsOf('certificate', 'status', 'updated_ms'),
  values: ({ id, updatedMs }) => ({
    key: [id],
    expected: [CERTIFICATE_STATUS.active],
    set: [CERTIFICATE_STATUS.notifiedAboutExpiration, updatedMs],
  }),
};

/** The writes of certificates. */
export const certificateWriteDefinitions = [insert, insertUnknown, changeRevocation, archive, notify];

const NOTHING = new Uint8Array();
/** 9999-12-31T23:59:59Z. */
const LAST_GENERALIZED_TIME = 253_402_300_799;
