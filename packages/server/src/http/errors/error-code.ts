import type { AppError } from '../../kernel/errors.ts';
import type * as units from '../../kernel/unit-of-work.ts';
import type * as access from '../../modules/access/index.ts';
import type * as approvals from '../../modules/approvals/index.ts';
import type * as ca from '../../modules/ca/index.ts';
import type * as configuration from '../../modules/configuration/index.ts';
import type * as cryptoTokens from '../../modules/crypto-tokens/index.ts';
import type * as keyRecovery from '../../modules/key-recovery/index.ts';
import type * as ocsp from '../../modules/ocsp/index.ts';
import type * as ra from '../../modules/ra/index.ts';
import type * as signing from '../../modules/signing/index.ts';
import type * as edge from './http-errors.ts';

/**
 * The codes of the error classes that the modules and the edge export. A table with a code that no class has does not compile; an error whose
 * class a module keeps to itself is answered by its kind.
 */
export type ErrorCode =
  | CodesOf<typeof access>
  | CodesOf<typeof approvals>
  | CodesOf<typeof ca>
  | CodesOf<typeof configuration>
  | CodesOf<typeof cryptoTokens>
  | CodesOf<typeof edge>
  | CodesOf<typeof keyRecovery>
  | CodesOf<typeof ocsp>
  | CodesOf<typeof ra>
  | CodesOf<typeof signing>
  | CodesOf<typeof units>
  | signing.AmbiguousDocumentError['code'];

/** The codes of the classes among the exports of a file. */
export type CodesOf<Exports> = {
  [Name in keyof Exports]: Exports[Name] extends abstract new (...args: never) => infer E
    ? E extends AppError
      ? Closed<E['code']>
      : never
    : never;
}[keyof Exports];

/** A code that is any text would make the union one of all texts. */
type Closed<Code extends string> = string extends Code ? never : Code;
