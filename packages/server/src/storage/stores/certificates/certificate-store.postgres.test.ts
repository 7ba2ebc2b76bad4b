import { describeCertificateStore } from '../../../../test/contracts/certificate-store-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCertificateStore('PostgreSQL', temporaryPostgres);
