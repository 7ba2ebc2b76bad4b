import { describeConfigurationCalm } from '../../../../test/configuration-calm-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeConfigurationCalm('SQLite', temporarySqlite);
