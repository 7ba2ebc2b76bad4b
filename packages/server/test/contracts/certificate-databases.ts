import type { TestContext } from 'node:test';
import { MIGRATIONS } from '../../src/storage/migrations/all-migrations.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { insertCertificate } from '../certificate-rows.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';
import { atEnd } from '../at-end.ts';

/** Makes and opens databases for rows of certificates, each for one test. */
export function certificateDatabases(makeTemporary: () => Promise<TemporaryDatabase>) {
  const open = (url: string, migrations = MIGRATIONS) =>
    openDatabase({
      url,
      definitions: [...contractDefinitions, insertCertificate],
      onBackgroundError: () => {},
      migrations,
    });
  const make = async (t: TestContext) => {
    const temporary = await makeTemporary();
    atEnd(t, () => temporary.remove());
    return temporary.url;
  };
  const opened = async (t: TestContext, url?: string) => {
    const database = await open(url ?? (await make(t)));
    atEnd(t, () => database.close());
    return database;
  };
  return { make, open, opened };
}
