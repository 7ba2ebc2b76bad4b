import { describeDocuments } from '../../../../test/contracts/documents-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeDocuments('PostgreSQL', temporaryPostgres);
