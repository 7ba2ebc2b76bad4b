/** The crypto token that holds the key of a worker. */
import type { Configuration } from '../../configuration/index.ts';
import { cryptoTokenType } from '../../crypto-tokens/index.ts';
import { propertiesOf, SigningTokenUnavailableError } from '../worker-contract/index.ts';
import { findWorker, ownTokenOf, type WorkerDocument } from '../workers/index.ts';

/** Key that a worker's properties name, even when other properties are wrong. */
export interface NamedKey {
  /** The id or name of a crypto worker, or the name of a crypto token. */
  readonly token: string | undefined;
  readonly defaultKey: string | undefined;
  readonly nextKey: string | undefined;
}

/** Reads the key names from the worker's own properties only. */
export function namedKeyOf(worker: WorkerDocument): NamedKey {
  const properties = propertiesOf(worker);
  return {
    token: properties.text('CRYPTOTOKEN'),
    defaultKey: properties.text('DEFAULTKEY'),
    nextKey: properties.text('NEXTCERTSIGNKEY'),
  };
}

/** A crypto token of workers: a configured document, or a worker's own token, which has the worker's id and name. */
export interface TokenOfWorker {
  readonly kind: 'configured' | 'own';
  readonly id: number;
  readonly name: string;
}

/** Location of a worker's key. */
export interface WorkerToken {
  /** Undefined when there is no token of that name. */
  readonly token: TokenOfWorker | undefined;
  /** The name by which the token is looked up; undefined for an own token. */
  readonly named: string | undefined;
  /** The worker's own default key, or that of its crypto worker. */
  readonly defaultKey: string | undefined;
}

/**
 * Resolves the name of the token: as a crypto token, or else as a crypto worker, which names a token or describes its own. A worker that
 * names none may describe its own as well; undefined for one without either.
 *
 * Crypto tokens take precedence, so that no worker can take the place of one.
 */
export async function workerToken(
  configuration: Configuration,
  document: WorkerDocument,
): Promise<WorkerToken | undefined> {
  const { token: named, defaultKey } = namedKeyOf(document);
  if (named === undefined) {
    const token = ownOf(document);
    return token && { token, named, defaultKey };
  }
  const direct = await configured(configuration, named);
  if (direct !== undefined) return { token: direct, named, defaultKey };
  const cryptoWorker = await findWorker(configuration, named);
  const through = cryptoWorker && namedKeyOf(cryptoWorker);
  const token =
    through?.token === undefined ? cryptoWorker && ownOf(cryptoWorker) : await configured(configuration, through.token);
  return { token, named: through?.token ?? named, defaultKey: defaultKey ?? through?.defaultKey };
}

/** Resolves the token like {@link workerToken}, and requires that there is one. @throws {@link SigningTokenUnavailableError} */
export async function requireWorkerToken(
  configuration: Configuration,
  worker: WorkerDocument,
): Promise<WorkerToken & { readonly token: TokenOfWorker }> {
  const found = await workerToken(configuration, worker);
  if (found?.token === undefined) throw new SigningTokenUnavailableError();
  return { ...found, token: found.token };
}

/** Resolves the token like {@link requireWorkerToken}, for administrators of workers, who learn which token is missing. */
export async function requireAdministeredToken(
  configuration: Configuration,
  worker: WorkerDocument,
): Promise<WorkerToken & { readonly token: TokenOfWorker }> {
  const found = await workerToken(configuration, worker);
  if (found?.token !== undefined) return { ...found, token: found.token };
  const problem =
    found === undefined ? `Worker '${worker.name}' has no crypto token. Set its CRYPTOTOKEN.` : noTokenText(found);
  throw new SigningTokenUnavailableError(undefined, problem);
}

/** Returns the message that the token of a worker does not exist. */
export function noTokenText({ named }: WorkerToken): string {
  return `There is no crypto token '${named}'.`;
}

async function configured(configuration: Configuration, name: string): Promise<TokenOfWorker | undefined> {
  const found = await configuration.find(cryptoTokenType, name);
  return found && { kind: 'configured', id: found.id, name: found.name };
}

function ownOf(worker: WorkerDocument): TokenOfWorker | undefined {
  return ownTokenOf(worker) && { kind: 'own', id: worker.id, name: worker.name };
}
