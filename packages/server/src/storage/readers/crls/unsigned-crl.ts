/** Reads the revoked certificates of a CA and encodes the CRL that lists them, ready to be signed (RFC 5280 §5.1). */
import {
  CrlEntryWriter,
  type Der,
  encodePreTbsCrl,
  encodeTbsCrl,
  type Extension,
  type PreTbsCrl,
  revocationReason,
  type RevocationReason,
  serialNumberFromHex,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import { sql } from 'kysely';
import type { Reads } from '../../sql/index.ts';

/** Which CRL. Times are seconds since 1970. */
export interface UnsignedCrlInput {
  readonly caId: number;
  readonly partition: number;
  readonly outline: {
    readonly signatureAlgorithm: string;
    readonly issuer: Der<'Name'>;
    readonly thisUpdate: number;
    readonly nextUpdate: number;
    readonly extensions: readonly Extension[];
    readonly alternative: boolean;
  };
}

export interface BaseCrlInput extends UnsignedCrlInput {
  /**
   * Leaves out certificates whose validity ended before this moment. A certificate has to be on one CRL that was made after its end
   * (RFC 5280 §3.3), so this is the time of the CRL before. 0 keeps all.
   */
  readonly expiredBefore: number;
}

export interface UnsignedCrlResult {
  /** They fill their buffer, so that they are handed on without a copy. */
  readonly octets: Uint8Array;
  /** Places of a CRL that gets an alternative signature. */
  readonly places: Omit<PreTbsCrl, 'octets'> | undefined;
  readonly entries: number;
  /** Number of expired entries that were left out. */
  readonly expired: number;
  /** Certificate id and version of each noted change that is part of it, one after the other. */
  readonly changes: Float64Array;
}

type Steps = AsyncGenerator<undefined, UnsignedCrlResult, void>;

/** Everything that is revoked. */
export const baseCrl = {
  async *run(reads: Reads, { expiredBefore, ...input }: BaseCrlInput): Steps {
    // Before the first certificate is read: a change that is noted later may be missing in what follows.
    const changes = yield* notedChanges(reads, input);
    const writer = new CrlEntryWriter(CHUNK_OCTETS);
    let entries = 0;
    let expired = 0;
    for (let after = -1; ;) {
      const rows = await readRevoked(reads, input, after);
      for (const row of rows) {
        if (row.not_after_s < expiredBefore) {
          expired++;
          continue;
        }
        entries++;
        writer.add(entryOf(row));
      }
      yield undefined;
      if (rows.length < ROWS_PER_STEP) break;
      after = rows.at(-1)!.id;
    }
    return { ...encode(input, writer), entries, expired, changes };
  },
};

/** Entries that changed since the newest base CRL was begun. */
export const deltaCrl = {
  async *run(reads: Reads, input: UnsignedCrlInput): Steps {
    const writer = new CrlEntryWriter(CHUNK_OCTETS);
    let entries = 0;
    for (let after = -1; ;) {
      const rows = await readChanged(reads, input, after);
      for (const row of rows) {
        // One that is no longer on any CRL, because it has ended.
        if (row.status === ARCHIVED) continue;
        entries++;
        // RFC 5280 §5.2.4: also one that no base CRL had, for an earlier delta CRL may have had it.
        writer.add(row.status === REVOKED ? entryOf(row) : removalOf(row));
      }
      yield undefined;
      if (rows.length < ROWS_PER_STEP) break;
      after = rows.at(-1)!.id;
    }
    return { ...encode(input, writer), entries, expired: 0, changes: new Float64Array() };
  },
};

/** One step over the index `certificate_revoked`, which covers it. */
function readRevoked(reads: Reads, { caId, partition }: UnsignedCrlInput, after: number) {
  return reads.kysely
    .selectFrom('certificate')
    .select(['id', serialHex(reads), 'revoked_at_s', 'revocation_reason', 'invalidity_s', 'not_after_s'])
    .where('status', '=', (build) => build.lit(REVOKED))
    .where('ca_id', '=', caId)
    .where('crl_partition', '=', partition)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .execute();
}

/** A certificate that changed twice is noted twice and read once. */
function readChanged(reads: Reads, { caId, partition }: UnsignedCrlInput, after: number) {
  return reads.kysely
    .selectFrom('crl_change')
    .innerJoin('certificate', 'certificate.id', 'crl_change.certificate_id')
    .select([
      'certificate.id',
      serialHex(reads),
      'certificate.status',
      'certificate.revoked_at_s',
      'certificate.revocation_reason',
      'certificate.invalidity_s',
      'certificate.updated_ms',
    ])
    .distinct()
    .where('crl_change.ca_id', '=', caId)
    .where('crl_change.partition', '=', partition)
    .where('crl_change.certificate_id', '>', after)
    .orderBy('certificate.id')
    .limit(ROWS_PER_STEP)
    .execute();
}

async function* notedChanges(
  reads: Reads,
  { caId, partition }: UnsignedCrlInput,
): AsyncGenerator<undefined, Float64Array, void> {
  const noted: number[] = [];
  for (let last = { certificate_id: -1, version: 0 }; ;) {
    const rows = await reads.kysely
      .selectFrom('crl_change')
      .select(['certificate_id', 'version'])
      .where('ca_id', '=', caId)
      .where('partition', '=', partition)
      .where((build) =>
        build(build.refTuple('certificate_id', 'version'), '>', build.tuple(last.certificate_id, last.version)),
      )
      .orderBy('certificate_id')
      .orderBy('version')
      .limit(ROWS_PER_STEP)
      .execute();
    for (const row of rows) noted.push(row.certificate_id, row.version);
    if (rows.length < ROWS_PER_STEP) return Float64Array.from(noted);
    last = rows.at(-1)!;
    yield undefined;
  }
}

/** The serial number as text: making a million small arrays takes longer than all the rest. */
function serialHex({ dialect }: Reads) {
  const column = sql.ref('certificate.serial');
  return (dialect === 'sqlite' ? sql<string>`hex(${column})` : sql<string>`upper(encode(${column}, 'hex'))`).as(
    'serial_hex',
  );
}

interface RevokedRow {
  readonly serial_hex: string;
  readonly revoked_at_s: number | null;
  readonly revocation_reason: number;
  readonly invalidity_s: number | null;
}

function entryOf(row: RevokedRow) {
  return {
    serialNumber: serialNumberFromHex(row.serial_hex),
    revocationDate: row.revoked_at_s!,
    reason: reasonOf(row.revocation_reason),
    invalidityDate: row.invalidity_s ?? undefined,
  };
}

function removalOf(row: { readonly serial_hex: string; readonly updated_ms: number }) {
  return {
    serialNumber: serialNumberFromHex(row.serial_hex),
    revocationDate: Math.floor(row.updated_ms / 1000),
    reason: 'REMOVE_FROM_CRL',
  } as const;
}

function reasonOf(code: number): RevocationReason {
  const reason = revocationReason(code);
  if (reason === undefined)
    throw new RangeError(`a certificate is revoked for the reason ${code}, which does not exist`);
  return reason;
}

function encode({ outline }: UnsignedCrlInput, writer: CrlEntryWriter): Pick<UnsignedCrlResult, 'octets' | 'places'> {
  const crl = { ...outline, entries: writer.finish() };
  const options = { consumeEntries: true };
  if (outline.alternative) {
    const { octets, ...places } = encodePreTbsCrl(crl, options);
    return { octets, places };
  }
  const signatureAlgorithm = signatureAlgorithmByName(outline.signatureAlgorithm);
  return { octets: encodeTbsCrl({ ...crl, signatureAlgorithm }, options), places: undefined };
}

/** The status of a revoked certificate; a literal in the statement, because the index is of these alone. */
const REVOKED = 40;
const ARCHIVED = 60;
/** As few as keep a step's rows in the young generation, where they cost nothing to collect. */
const ROWS_PER_STEP = 2000;
const CHUNK_OCTETS = 1024 * 1024;
