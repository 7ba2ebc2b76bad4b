import { Resource } from '../../access/index.ts';
import { type CryptoTokenOperation, cryptoTokenRule } from '../../crypto-tokens/index.ts';
import type { TokenOfWorker } from './worker-token.ts';

/** Returns the rights that an operation on a token requires. An own token needs the right to edit workers: their administrators set its password. */
export function tokenRights({ kind, id }: TokenOfWorker, operation: CryptoTokenOperation): readonly string[] {
  return kind === 'own' ? [Resource.signing.edit] : [cryptoTokenRule(operation, id)];
}
