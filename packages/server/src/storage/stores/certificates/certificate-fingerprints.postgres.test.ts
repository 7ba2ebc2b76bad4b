import { describeCertificateHistory } from '../../../../test/contracts/certificate-history-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateHistory('PostgreSQL', temporaryPostgres);
