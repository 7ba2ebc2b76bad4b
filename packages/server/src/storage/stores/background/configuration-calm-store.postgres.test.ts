import { describeConfigurationCalm } from '../../../../test/contracts/configuration-calm-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeConfigurationCalm('PostgreSQL', temporaryPostgres);
