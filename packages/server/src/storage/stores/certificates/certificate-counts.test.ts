import { describeCertificateCounts } from '../../../../test/contracts/certificate-counts-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateCounts('SQLite', temporarySqlite);
