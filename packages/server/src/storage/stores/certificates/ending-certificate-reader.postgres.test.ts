import { describeEndingCertificates } from '../../../../test/contracts/ending-certificates-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndingCertificates('PostgreSQL', temporaryPostgres);
