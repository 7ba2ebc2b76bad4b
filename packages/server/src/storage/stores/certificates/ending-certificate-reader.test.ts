import { describeEndingCertificates } from '../../../../test/ending-certificates-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeEndingCertificates('SQLite', temporarySqlite);
