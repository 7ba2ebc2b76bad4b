import { describeCertificateTexts } from '../../../../test/contracts/certificate-texts-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCertificateTexts('SQLite', temporarySqlite);
