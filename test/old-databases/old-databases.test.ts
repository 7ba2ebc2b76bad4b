import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describeOldDatabases } from './opening-contract.ts';

describeOldDatabases('SQLite', async (fixture, home) => {
  writeFileSync(home.database, gunzipSync(readFileSync(fixture)), { mode: 0o600 });
  return undefined;
});
