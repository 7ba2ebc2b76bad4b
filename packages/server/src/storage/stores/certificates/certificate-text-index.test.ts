import { describeCertificateTexts } from '../../../../test/certificate-texts-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateTexts('SQLite', temporarySqlite);
