import { describeCertificateHistory } from '../../../../test/contracts/certificate-history-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateHistory('SQLite', temporarySqlite);
