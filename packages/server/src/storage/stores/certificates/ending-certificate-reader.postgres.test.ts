import { describeEndingCertificates } from '../../../../test/ending-certificates-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndingCertificates('PostgreSQL', temporaryPostgres);
