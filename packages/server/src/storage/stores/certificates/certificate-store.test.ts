import { describeCertificateStore } from '../../../../test/contracts/certificate-store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateStore('SQLite', temporarySqlite);
