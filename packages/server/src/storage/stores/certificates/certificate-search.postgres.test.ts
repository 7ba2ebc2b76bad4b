import { describeCertificateSearch } from '../../../../test/contracts/certificate-search-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateSearch('PostgreSQL', temporaryPostgres);
