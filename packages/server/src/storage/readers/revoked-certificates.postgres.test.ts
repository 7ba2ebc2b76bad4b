import { describeRevokedCertificates } from '../../../test/revoked-certificates-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeRevokedCertificates('PostgreSQL', temporaryPostgres);
