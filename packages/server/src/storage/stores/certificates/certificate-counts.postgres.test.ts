import { describeCertificateCounts } from '../../../../test/contracts/certificate-counts-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateCounts('PostgreSQL', temporaryPostgres);
