import { temporaryPostgres } from '../../../../test/temporary-database.ts';
import { describeWrongPasswords } from '../../../../test/wrong-passwords-contract.ts';

describeWrongPasswords('PostgreSQL', temporaryPostgres);
