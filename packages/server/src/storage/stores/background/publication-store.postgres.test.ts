import { describePublications } from '../../../../test/publications-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describePublications('PostgreSQL', temporaryPostgres);
