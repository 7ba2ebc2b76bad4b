/** Reasons why a worker cannot use its crypto token, for administrators. Clients learn only that it is not available. */
import { AppError } from '../../kernel/errors.ts';
import { CryptoTokenOfflineError, type CryptoTokens } from '../crypto-tokens/index.ts';
import { SigningTokenUnavailableError } from './errors.ts';
import type { TokenOfWorker } from './worker-token.ts';

/** Returns the reason; undefined when the token can be used. It is opened as a signature would open it. */
export async function tokenProblem(
  tokens: Pick<CryptoTokens, 'generation'>,
  { id, name }: TokenOfWorker,
): Promise<string | undefined> {
  try {
    await tokens.generation(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = reasonOf(error);
    if (reason === undefined) return `The crypto token '${name}' is not active. Activate it.`;
    return `The crypto token '${name}' does not open: ${reason}`;
  }
}

/** Returns what stands behind the error that clients get; undefined when the token is just closed. */
export function reasonOf(error: AppError): string | undefined {
  const isForClients = error instanceof CryptoTokenOfflineError || error instanceof SigningTokenUnavailableError;
  if (!isForClients) return error.message;
  return error.cause instanceof AppError ? reasonOf(error.cause) : undefined;
}
