import { describeActivationAttempts } from '../../../../test/contracts/activation-attempts-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeActivationAttempts('SQLite', temporarySqlite);
