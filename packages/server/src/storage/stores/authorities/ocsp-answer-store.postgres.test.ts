import { describeOcspAnswers } from '../../../../test/contracts/ocsp-answers-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeOcspAnswers('PostgreSQL', temporaryPostgres);
