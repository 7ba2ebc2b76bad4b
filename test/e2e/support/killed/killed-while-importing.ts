/** A process that tells which configuration it finds, imports another one, and is killed meanwhile. */
import process from 'node:process';
import { certificateProfileType } from '../../../../packages/server/src/modules/profiles/index.ts';
import { jsonItems } from '../../../../packages/server/src/modules/configdump/index.ts';
import { givenImport, KillingClock, openKilled } from './killed-installation.ts';

const { days, reads, delayMs } = givenImport;
let left = reads;
const clock = new KillingClock(() => {
  left -= 1;
  if (left === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), delayMs);
  return false;
});
const { configdump, configuration } = await openKilled(clock);
const found = (await configuration.list(certificateProfileType))
  .filter(({ name }) => name.startsWith('Imported '))
  .map((document) => `${document.name.split(' ')[1]} ${(document.settings as { validity: string }).validity}`);
process.stdout.write(`${JSON.stringify(found)}\n`);

const profile = (name: string) => ({
  'Object Type': 'Certificate Profile',
  Version: 1,
  Name: name,
  Validity: `${days}d`,
});
// Some are always there, and some are new each time.
const names = [...Array.from({ length: 40 }, (_, index) => `Imported always ${index}`), `Imported ${days}d`];
const items = await jsonItems(
  JSON.stringify({ 'certificate-profiles': Object.fromEntries(names.map((name) => [name, profile(name)])) }),
);
clock.arm();
const { success, errors } = await configdump.importConfiguration.import({ kind: 'host' }, items, {
  overwrite: 'yes',
  resolve: 'abort',
  initialize: false,
  continueAfterErrors: false,
  ignoreErrors: false,
  expand: false,
  force: false,
  revision: undefined,
});
if (!success) throw new RangeError(errors.join());
// Late, but killed all the same: what is durable is not to be made so by an orderly end.
process.kill(process.pid, 'SIGKILL');
