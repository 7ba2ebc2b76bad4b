import { describeActivationAttempts } from '../../../../test/contracts/activation-attempts-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeActivationAttempts('PostgreSQL', temporaryPostgres);
