import { describeActivationAttempts } from '../../../../test/activation-attempts-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeActivationAttempts('SQLite', temporarySqlite);
