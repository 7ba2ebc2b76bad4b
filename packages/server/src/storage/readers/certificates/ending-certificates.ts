/** Finds active certificates that end soon and that a service has not reported. */
import { sql } from 'kysely';
import type { EndingCertificate, EndingCertificateQuery } from '../../../modules/expiry/index.ts';
import type { Reads } from '../../sql/index.ts';
import { certificateMembers, MEMBER_COLUMNS } from './certificate-members.ts';
import { certificatePlaces, type Place } from './certificate-places.ts';

/** Chunks are certificates, in the order of their ends within a CA and end entity profile. */
export const endingCertificates = {
  async *run(
    reads: Reads,
    query: EndingCertificateQuery,
  ): AsyncGenerator<readonly EndingCertificate[] | undefined, undefined, void> {
    const { caIds, certificateProfileIds } = query;
    const scope = { caIds, certificateProfileIds, endEntityProfileIds: undefined, statuses: STATUSES };
    const { pairs } = await certificatePlaces(reads, scope);
    yield undefined;
    for (const pair of pairs) yield* findIn(reads, query, pair);
    return undefined;
  },
};

/** Follows the index of ends of one CA and end entity profile: it has all that decides, but for the beginning. */
async function* findIn(
  reads: Reads,
  query: EndingCertificateQuery,
  pair: Place,
): AsyncGenerator<readonly EndingCertificate[] | undefined, undefined, void> {
  const profiles = query.certificateProfileIds && new Set(query.certificateProfileIds);
  for (let after = { endsAt: query.from, id: -1 }; ;) {
    const entries = await readEntries(reads, query, pair, after);
    const ids = entries
      .filter((entry) => STATUSES.includes(entry.status) && profiles?.has(entry.certificate_profile_id) !== false)
      .map(({ id }) => id);
    for (let at = 0; at < ids.length; at += CERTIFICATES_PER_CHUNK) {
      const found = await readCertificates(reads, query, ids.slice(at, at + CERTIFICATES_PER_CHUNK));
      yield found.length === 0 ? undefined : found;
    }
    yield undefined;
    if (entries.length < ENTRIES_PER_STEP) return undefined;
    const last = entries.at(-1)!;
    after = { endsAt: last.not_after_s, id: last.id };
  }
}

async function readEntries(
  reads: Reads,
  { until }: EndingCertificateQuery,
  [caId, endEntityProfileId]: Place,
  after: { readonly endsAt: number; readonly id: number },
) {
  const within = (from: '=' | '>', limit: number) =>
    reads.kysely
      .selectFrom('certificate')
      .select(['id', 'not_after_s', 'status', 'certificate_profile_id'])
      .where('ca_id', '=', caId!)
      .where('end_entity_profile_id', '=', endEntityProfileId!)
      .where('not_after_s', from, after.endsAt)
      .where('not_after_s', '<=', until)
      .where('id', '>', from === '=' ? after.id : -1)
      .orderBy('not_after_s')
      .orderBy('id')
      .limit(limit)
      .execute();
  const same = await within('=', ENTRIES_PER_STEP);
  return same.length === ENTRIES_PER_STEP ? same : [...same, ...(await within('>', ENTRIES_PER_STEP - same.length))];
}

/** Of some certificates, those of which less than the share of their time is left, and which no notice of the service names. */
async function readCertificates(
  reads: Reads,
  { now, serviceId, shortLife }: EndingCertificateQuery,
  ids: readonly number[],
): Promise<readonly EndingCertificate[]> {
  const lifetime = sql<number>`(not_after_s - not_before_s)`;
  const rows = await reads.kysely
    .selectFrom('certificate')
    .select(['id', 'sha256', 'end_entity_id', ...MEMBER_COLUMNS])
    .where('id', 'in', ids)
    .where('status', 'in', STATUSES)
    .where(sql<boolean>`${lifetime} > ${shortLife}`)
    .where(
      sql<boolean>`CASE WHEN end_entity_id IS NULL AND type = ${sql.lit(END_ENTITY)} THEN not_after_s - ${lifetime} / 6
        ELSE not_after_s - ${lifetime} / 3 END <= ${now}`,
    )
    .orderBy('not_after_s')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const told = await reads.kysely
    .selectFrom('notice')
    .select(['object', 'ends_s'])
    .where('service_id', '=', serviceId)
    .where(
      'object',
      'in',
      rows.map(({ id }) => objectOf(id)),
    )
    .execute();
  const known = new Set(told.map((one) => `${one.object} ${one.ends_s}`));
  const found: EndingCertificate[] = [];
  for (const row of rows) {
    if (known.has(`${objectOf(row.id)} ${row.not_after_s}`)) continue;
    const renewedUntil = await laterEnd(reads, row);
    // The program's own were renewed by the program.
    if (row.end_entity_id === null && row.type === END_ENTITY && renewedUntil !== undefined) continue;
    found.push({
      id: row.id,
      ...certificateMembers(row),
      sha256: row.sha256,
      endEntityId: row.end_entity_id ?? undefined,
      renewedUntil,
    });
  }
  return found;
}

/**
 * Finds when a later certificate for the same purpose ends: that of the same end entity and certificate profile, among its newest; without an end
 * entity, that of the same subject.
 */
async function laterEnd(
  reads: Reads,
  row: {
    readonly id: number;
    readonly ca_id: number;
    readonly end_entity_id: number | null;
    readonly end_entity_profile_id: number;
    readonly certificate_profile_id: number;
    readonly subject_dn: string;
    readonly not_after_s: number;
  },
): Promise<number | undefined> {
  const { kysely } = reads;
  const columns = ['status', 'certificate_profile_id', 'not_after_s'] as const;
  const newest =
    row.end_entity_id === null
      ? kysely
          .selectFrom('certificate')
          .select(columns)
          .where('ca_id', '=', row.ca_id)
          .where('end_entity_profile_id', '=', row.end_entity_profile_id)
          .where(sql`substr(lower(subject_dn), 1, 200)`, '=', sql`substr(lower(${row.subject_dn}), 1, 200)`)
      : kysely.selectFrom('certificate').select(columns).where('end_entity_id', '=', row.end_entity_id);
  const rows = await newest.orderBy('id', 'desc').limit(NEWEST).execute();
  const ends = rows
    .filter((one) => STATUSES.includes(one.status) && one.certificate_profile_id === row.certificate_profile_id)
    .map((one) => one.not_after_s)
    .filter((end) => end > row.not_after_s);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function objectOf(id: number): string {
  return `certificate ${id}`;
}

/** Active ones: those that somebody was reported are still. */
const STATUSES: readonly number[] = [20, 21];
/** Type of the certificates that do not belong to a CA. */
const END_ENTITY = 1;
const ENTRIES_PER_STEP = 1000;
/** Number of certificates that one unit tells of. */
const CERTIFICATES_PER_CHUNK = 100;
const NEWEST = 20;
