import { describeEndingCertificates } from '../../../../test/contracts/ending-certificates-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeEndingCertificates('SQLite', temporarySqlite);
