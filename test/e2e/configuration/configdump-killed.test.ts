import { it } from 'node:test';
import { killImports } from '../support/killed-import.ts';

it('is entirely there or not at all when the process is killed in mid-import', async (t) => {
  await killImports(t, 6);
});
