/** Reasons why a worker cannot use its crypto token, for administrators. Clients learn only that it is not available. */
import { AppError } from '../../../kernel/errors.ts';
import { CryptoTokenOfflineError, type CryptoTokens } from '../../crypto-tokens/index.ts';
import { SigningTokenUnavailableError } from '../worker-contract/index.ts';
import type { TokenOfWorker } from './worker-token.ts';

/** Returns the reason; undefined when the token can be used. It is opened as a signature would open it. */
export async function tokenProblem(
  tokens: Pick<CryptoTokens, 'generation' | 'state'>,
  { id, name }: TokenOfWorker,
): Promise<string | undefined> {
  const closed = `The crypto token '${name}' is not active. Activate it.`;
  try {
    await tokens.generation(id);
    // One that is open may have been refused since: another slot can have come to its place.
    return (await tokens.state(id)) === 'active' ? undefined : closed;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = reasonOf(error);
    return reason === undefined ? closed : `The crypto token '${name}' does not open: ${reason}`;
  }
}

/** Returns what stands behind the error that clients get; undefined when the token is just closed. */
export function reasonOf(error: AppError): string | undefined {
  const isForClients = error instanceof CryptoTokenOfflineError || error instanceof SigningTokenUnavailableError;
  if (!isForClients) return error.message;
  return error.cause instanceof AppError ? reasonOf(error.cause) : undefined;
}
