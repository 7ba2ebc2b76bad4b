import { temporaryPostgres } from '../../../../test/temporary-database.ts';
import { describeWrongPasswords } from '../../../../test/contracts/wrong-passwords-contract.ts';

describeWrongPasswords('PostgreSQL', temporaryPostgres);
