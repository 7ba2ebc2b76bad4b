import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * Numbers of certificates by CA, end entity profile, certificate profile and status.
 *
 * The number of a combination is the sum over three tables: `certificate_count` has those that the background has added up, `certificate_text_pending` those
 * that wait for it, with the status in which they were stored, and `certificate_count_change` the changes of status since. So nobody who stores or revokes a certificate waits
 * for others. What leaves one of the latter two is added to the first in the same transaction, by whatever process of whatever release. Certificates that wait already have no status here: they are counted now.
 */
export const certificateCounts: Migration = {
  number: 23,
  name: 'certificate-counts',
  statements: ({ integer, keyTable, rowTable, noteMore, noteChanges, addDeleted }) => [
    createTable('certificate_count', keyTable, [
      KEYS.map((key) => `${key} ${integer} NOT NULL`).join(', '),
      notNull(integer, 'certificates'),
      `PRIMARY KEY (${KEYS.join(', ')})`,
    ]),
    createTable('certificate_count_change', rowTable, [
      KEYS.map((key) => `${key} ${integer} NOT NULL`).join(', '),
      notNull(integer, 'certificates'),
    ]),
    // On PostgreSQL this keeps others from storing certificates until the end. It comes before the other table, as they take both in this order.
    ...noteChanges('certificate', 'status', 'certificate_count_change', OF),
    ...KEYS.map((key) => `ALTER TABLE certificate_text_pending ADD COLUMN ${key} ${integer}`),
    ...noteMore('certificate', 'certificate_text_pending', KEYS),
    `INSERT INTO certificate_count (${KEYS.join(', ')}, certificates)
      SELECT ${KEYS.join(', ')}, count(*) FROM certificate GROUP BY ${KEYS.join(', ')}`,
    ...addDeleted('certificate_text_pending', 'certificate_count', OF, '1'),
    ...addDeleted('certificate_count_change', 'certificate_count', OF, 'certificates'),
  ],
};

const KEYS = ['ca_id', 'end_entity_profile_id', 'certificate_profile_id', 'status'];
const OF = { keys: KEYS, amount: 'certificates' };
