/** Reasons why a worker cannot use its crypto token, for administrators. Clients learn only that it is not available. */
import { AppError } from '../../../kernel/errors.ts';
import { CryptoTokenOfflineError, type CryptoTokens } from '../../crypto-tokens/index.ts';
import { SigningTokenUnavailableError } from '../worker-contract/index.ts';
import type { TokenOfWorker } from './worker-token.ts';

/** Returns the reason; undefined when the token can be used. Opens the token as a signature would. */
export async function tokenProblem(
  tokens: Pick<CryptoTokens, 'generation' | 'state'>,
  { id, name }: TokenOfWorker,
): Promise<string | undefined> {
  const closed = `The crypto token '${name}' is not active. Activate it.`;
  try {
    await tokens.generation(id);
    // An open token may have failed since, for example because another slot took its place.
    return (await tokens.state(id)) === 'active' ? undefined : closed;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = reasonOf(error);
    return reason === undefined ? closed : `The crypto token '${name}' does not open: ${reason}`;
  }
}

/** Returns the cause of the error that clients get; undefined when the token is merely closed. */
export function reasonOf(error: AppError): string | undefined {
  const isForClients = error instanceof CryptoTokenOfflineError || error instanceof SigningTokenUnavailableError;
  if (!isForClients) return error.message;
  return error.cause instanceof AppError ? reasonOf(error.cause) : undefined;
}
