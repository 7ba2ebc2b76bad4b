import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { describeMigrations } from '../../../test/contracts/migration-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import { MIGRATIONS } from './all-migrations.ts';
import { postgresWords, sqliteWords } from './migration.ts';
import { migrationSteps } from './plan-migrations.ts';

describeMigrations('SQLite', temporarySqlite);

describe('the first 25 migrations', () => {
  for (const [kind, words, digest] of [
    ['SQLite', sqliteWords, 'fb8c4c93613cf9649382361d68fe5193c526024661ed4aa338ff0f65d2d236f2'],
    ['PostgreSQL', postgresWords, '215e1a7205c772381ff57711a00323e54f1334bcc08eba935646b8504b08ae79'],
  ] as const) {
    it(`have the statements that databases on ${kind} have run`, () => {
      const checksums = migrationSteps(MIGRATIONS.slice(0, 25), words).map(({ checksum }) => checksum);
      assert.equal(createHash('sha256').update(checksums.join()).digest('hex'), digest);
    });
  }
});
