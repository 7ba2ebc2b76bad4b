import { describeRevokedCertificates } from '../../../test/revoked-certificates-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeRevokedCertificates('SQLite', temporarySqlite);
