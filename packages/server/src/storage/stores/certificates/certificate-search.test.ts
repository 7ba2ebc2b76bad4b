import { describeCertificateSearch } from '../../../../test/certificate-search-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateSearch('SQLite', temporarySqlite);
