import { describeCertificateSearch } from '../../../../test/certificate-search-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateSearch('PostgreSQL', temporaryPostgres);
