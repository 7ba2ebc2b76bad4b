import { describeLeases, leasesOf } from '../../../../test/contracts/leases-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeLeases('on PostgreSQL', async () => leasesOf(await temporaryPostgres()));
