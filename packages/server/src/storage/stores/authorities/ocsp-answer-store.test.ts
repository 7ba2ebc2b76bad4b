import { describeOcspAnswers } from '../../../../test/contracts/ocsp-answers-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeOcspAnswers('SQLite', temporarySqlite);
