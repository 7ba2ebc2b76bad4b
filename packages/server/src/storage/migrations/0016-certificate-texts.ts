import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * The index of texts, for searches for what certificates have in them.
 *
 * New certificates wait for it from now on. A trigger notes them, since processes of the release before know nothing of it. Those that are
 * there already are indexed in the background, up to the last one.
 */
export const certificateTexts: Migration = {
  number: 16,
  name: 'certificate-texts',
  statements: ({ integer, bytes, rowTable, noteInserted }) => [
    `CREATE TABLE certificate_text_pending (id ${integer} PRIMARY KEY)${rowTable}`,
    createTable('certificate_text_segment', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'state', 'certificates', 'changed_ms'),
    ]),
    `CREATE TABLE certificate_text_page (id ${integer} PRIMARY KEY, data ${bytes} NOT NULL)${rowTable}`,
    createTable('certificate_text_backfill', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'reached', 'last'),
    ]),
    ...noteInserted('certificate', 'certificate_text_pending'),
    `INSERT INTO certificate_text_backfill (id, reached, last) SELECT 1, 0, coalesce(max(id), 0) FROM certificate`,
  ],
};
