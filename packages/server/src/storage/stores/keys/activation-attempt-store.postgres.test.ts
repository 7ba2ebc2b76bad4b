import { describeActivationAttempts } from '../../../../test/activation-attempts-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeActivationAttempts('PostgreSQL', temporaryPostgres);
