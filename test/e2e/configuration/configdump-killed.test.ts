import { it } from 'node:test';
import { killImports } from '../support/killed/killed-import.ts';

/** More of them with `IMPORT_KILLS=20`, which takes a minute and more. */
const kills = Number(process.env['IMPORT_KILLS'] ?? 6);

it('is entirely there or not at all when the process is killed in mid-import', async (t) => {
  await killImports(t, kills);
});
