import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { describeMigrations } from '../../../test/contracts/migration-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import { MIGRATIONS } from './all-migrations.ts';
import { postgresWords, sqliteWords } from './migration.ts';
import { migrationSteps } from './plan-migrations.ts';

describeMigrations('SQLite', temporarySqlite);

describe('the first 26 migrations', () => {
  for (const [kind, words, digest] of [
    ['SQLite', sqliteWords, '3bea05f2b02a63eb03af3a92b1a19c7a7302b7a2d1b724a66c31221b94c18518'],
    ['PostgreSQL', postgresWords, 'e26898f46e218204d0e32b5e270c6400b37c5abfc4511afdec3463f39b6414df'],
  ] as const) {
    it(`have the statements that databases on ${kind} have run`, () => {
      const checksums = migrationSteps(MIGRATIONS.slice(0, 26), words).map(({ checksum }) => checksum);
      assert.equal(createHash('sha256').update(checksums.join()).digest('hex'), digest);
    });
  }
});
