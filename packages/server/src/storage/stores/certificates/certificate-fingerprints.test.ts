import { describeCertificateHistory } from '../../../../test/certificate-history-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateHistory('SQLite', temporarySqlite);
