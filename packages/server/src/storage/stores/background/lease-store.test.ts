import { describeLeases, leasesOf } from '../../../../test/contracts/leases-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeLeases('on SQLite', async () => leasesOf(await temporarySqlite()));
