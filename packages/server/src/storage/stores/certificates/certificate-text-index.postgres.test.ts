import { describeCertificateTexts } from '../../../../test/contracts/certificate-texts-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateTexts('PostgreSQL', temporaryPostgres);
