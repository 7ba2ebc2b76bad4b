import { describeCertificateStore } from '../../../../test/certificate-store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateStore('SQLite', temporarySqlite);
