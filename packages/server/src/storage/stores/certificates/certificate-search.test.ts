import { describeCertificateSearch } from '../../../../test/contracts/certificate-search-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateSearch('SQLite', temporarySqlite);
