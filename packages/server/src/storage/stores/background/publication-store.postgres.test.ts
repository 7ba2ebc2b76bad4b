import { describePublications } from '../../../../test/contracts/publications-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describePublications('PostgreSQL', temporaryPostgres);
