import { describeConfigurationCalm } from '../../../../test/contracts/configuration-calm-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeConfigurationCalm('SQLite', temporarySqlite);
