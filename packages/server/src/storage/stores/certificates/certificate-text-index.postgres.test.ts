import { describeCertificateTexts } from '../../../../test/certificate-texts-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateTexts('PostgreSQL', temporaryPostgres);
