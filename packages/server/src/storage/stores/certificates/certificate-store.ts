import { sql } from 'kysely';
import { asDer, type SerialNumber, serialNumberFromBytes, serialNumberToBytes } from '@sealwright/pki';
import {
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type CertificateRecord,
  type IdentifiedStatus,
  type CertificateStatusRecord,
  type CertificateStore,
  REVOCATION_REASONS,
  revocationReasonOf,
} from '../../../modules/ca/index.ts';
import { CERTIFICATE_PROFILE_ID } from '../../../modules/profiles/index.ts';
import { type ParameterExpressions, type Schema, SqlStore } from '../../sql/index.ts';

type SerialKey = { caId: number; serial: Uint8Array };
type ActiveKey = { endEntityId: number; now: number; limit: number };
type RangeKey = { caId: number; first: Uint8Array; last: Uint8Array; octets: number; now: number };
type AfterKey = { caId: number; after: Uint8Array; limit: number };
type RecordRow = Pick<Schema['certificate'], (typeof RECORD_COLUMNS)[number]>;

/** Certificates in the database. */
export class SqlCertificateStore extends SqlStore implements CertificateStore {
  readonly #record = this.reads.prepareRead((kysely, given: ParameterExpressions<SerialKey>) =>
    kysely
      .selectFrom('certificate')
      .select(RECORD_COLUMNS)
      .where('ca_id', '=', given.caId)
      .where('serial', '=', given.serial),
  );
  readonly #byId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ id: number }>) =>
    kysely.selectFrom('certificate').select(RECORD_COLUMNS).where('id', '=', given.id),
  );
  readonly #status = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<SerialKey>) =>
      kysely
        .selectFrom('certificate')
        .select(['status', 'sha256'])
        .where('ca_id', '=', given.caId)
        .where('serial', '=', given.serial),
    { isGathered: true },
  );
  readonly #statusAndEpoch = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<SerialKey>) =>
      kysely
        .selectFrom('configuration_epoch')
        .leftJoin('certificate', (join) =>
          join.on('certificate.ca_id', '=', given.caId).on('certificate.serial', '=', given.serial),
        )
        .select([
          'configuration_epoch.epoch',
          'certificate.status',
          'certificate.revocation_reason',
          'certificate.revoked_at_s',
          'certificate.not_after_s',
          'certificate.ca_sha1',
          'certificate.version',
        ]),
    { isGathered: true },
  );
  readonly #active = this.reads.prepareRead((kysely, given: ParameterExpressions<ActiveKey>) =>
    kysely
      .selectFrom('certificate')
      .select(RECORD_COLUMNS)
      .where('end_entity_id', '=', given.endEntityId)
      .where('status', 'in', [CERTIFICATE_STATUS.active, CERTIFICATE_STATUS.notifiedAboutExpiration])
      .where('not_after_s', '>=', given.now)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #held = this.reads.prepareRead((kysely, given: ParameterExpressions<Omit<ActiveKey, 'now'>>) =>
    kysely
      .selectFrom('certificate')
      .select(RECORD_COLUMNS)
      .where('end_entity_id', '=', given.endEntityId)
      .where('status', '=', CERTIFICATE_STATUS.revoked)
      .where('revocation_reason', '=', REVOCATION_REASONS.CERTIFICATE_HOLD)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #lastEnd = this.reads.prepareRead((kysely, given: ParameterExpressions<Omit<ActiveKey, 'limit'>>) =>
    kysely
      .selectFrom('certificate')
      .select('not_after_s')
      .where('end_entity_id', '=', given.endEntityId)
      .where('status', 'in', [CERTIFICATE_STATUS.active, CERTIFICATE_STATUS.notifiedAboutExpiration])
      .where('not_after_s', '>=', given.now)
      .orderBy('not_after_s', 'desc')
      .limit(1),
  );
  readonly #activeInRange = this.reads.prepareRead((kysely, given: ParameterExpressions<RangeKey>) =>
    kysely
      .selectFrom('certificate')
      .select('id')
      .where('ca_id', '=', given.caId)
      .where('serial', '>=', given.first)
      .where('serial', '<=', given.last)
      .where(sql`length(serial)`, '=', given.octets)
      .where('status', 'in', [CERTIFICATE_STATUS.active, CERTIFICATE_STATUS.notifiedAboutExpiration])
      .where('not_after_s', '>=', given.now)
      .limit(1),
  );
  readonly #after = this.reads.prepareRead((kysely, given: ParameterExpressions<AfterKey>) =>
    kysely
      .selectFrom('certificate')
      .select(RECORD_COLUMNS)
      .where('ca_id', '=', given.caId)
      .where('serial', '>', given.after)
      .orderBy('serial')
      .limit(given.limit),
  );
  readonly #other = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number }>) =>
    kysely
      .selectFrom('certificate')
      .select('id')
      .where('ca_id', '=', given.caId)
      // A CA certifies roots that are itself: its own certificates, and those that link its keys.
      .where('type', '!=', CERTIFICATE_TYPE.rootCa)
      // It certifies its OCSP responders by itself.
      .where((be) =>
        be.not(
          be.and([
            be('type', '=', CERTIFICATE_TYPE.endEntity),
            be('certificate_profile_id', '=', CERTIFICATE_PROFILE_ID.OCSPSIGNER),
            be('end_entity_profile_id', '=', 0),
            be('end_entity_id', 'is', null),
          ]),
        ),
      )
      .limit(1),
  );

  async findCertificate(caId: number, serialNumber: SerialNumber): Promise<CertificateRecord | undefined> {
    const row = await this.#record.first({ caId, serial: serialNumberToBytes(serialNumber) });
    return row && recordOf(row);
  }

  async findById(id: number): Promise<CertificateRecord | undefined> {
    const row = await this.#byId.first({ id });
    // Of an unknown certificate there is its serial number alone.
    return row === undefined || row.der.length === 0 ? undefined : recordOf(row);
  }

  async findStatus(caId: number, serialNumber: SerialNumber): Promise<IdentifiedStatus | undefined> {
    const row = await this.#status.first({ caId, serial: serialNumberToBytes(serialNumber) });
    return row && { status: row.status, sha256: row.sha256.length === 0 ? undefined : row.sha256 };
  }

  async findStatusAndEpoch(
    caId: number,
    serialNumber: SerialNumber,
  ): Promise<{ readonly epoch: number; readonly record: CertificateStatusRecord | undefined }> {
    const row = (await this.#statusAndEpoch.first({ caId, serial: serialNumberToBytes(serialNumber) }))!;
    const { epoch, status } = row;
    if (status === null) return { epoch, record: undefined };
    const record = {
      status,
      reason: revocationReasonOf(row.revocation_reason!),
      revokedAt: row.revoked_at_s ?? undefined,
      notAfter: row.not_after_s!,
      caSha1: row.ca_sha1!,
      version: row.version!,
    };
    return { epoch, record };
  }

  async hasActiveBetween(caId: number, first: SerialNumber, last: SerialNumber, now: number): Promise<boolean> {
    const [from, to] = [serialNumberToBytes(first), serialNumberToBytes(last)];
    return (await this.#activeInRange.first({ caId, first: from, last: to, octets: from.length, now })) !== undefined;
  }

  async hasIssued(caId: number): Promise<boolean> {
    return (await this.#other.first({ caId })) !== undefined;
  }

  async listAfter(caId: number, after: SerialNumber | undefined, limit: number): Promise<readonly CertificateRecord[]> {
    // No serial number is empty, so all come after nothing.
    const from = after === undefined ? new Uint8Array() : serialNumberToBytes(after);
    return (await this.#after.all({ caId, after: from, limit })).map((row) => recordOf(row));
  }

  async findActiveOfEndEntity(endEntityId: number, now: number, limit: number): Promise<readonly CertificateRecord[]> {
    return (await this.#active.all({ endEntityId, now, limit })).map((row) => recordOf(row));
  }

  async findHeldOfEndEntity(endEntityId: number, limit: number): Promise<readonly CertificateRecord[]> {
    return (await this.#held.all({ endEntityId, limit })).map((row) => recordOf(row));
  }

  async findLastEnd(endEntityId: number, now: number): Promise<number | undefined> {
    return (await this.#lastEnd.first({ endEntityId, now }))?.not_after_s;
  }
}

function recordOf(row: RecordRow): CertificateRecord {
  return {
    id: row.id,
    caId: row.ca_id,
    serialNumber: serialNumberFromBytes(row.serial),
    der: asDer(row.der),
    endEntityId: row.end_entity_id ?? undefined,
    username: row.username ?? undefined,
    certificateProfileId: row.certificate_profile_id,
    endEntityProfileId: row.end_entity_profile_id,
    status: row.status,
    reason: revocationReasonOf(row.revocation_reason),
    revokedAt: row.revoked_at_s ?? undefined,
    invalidity: row.invalidity_s ?? undefined,
    crlPartition: row.crl_partition,
    version: row.version,
  };
}

const RECORD_COLUMNS = [
  'id',
  'ca_id',
  'serial',
  'der',
  'end_entity_id',
  'username',
  'certificate_profile_id',
  'end_entity_profile_id',
  'status',
  'revocation_reason',
  'revoked_at_s',
  'invalidity_s',
  'crl_partition',
  'version',
] as const satisfies readonly (keyof Schema['certificate'])[];
