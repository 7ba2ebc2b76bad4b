/** Selectors of the key that a worker signs a request with: the property ALIASSELECTOR. */
import { BadKeyAliasError, keyAlias } from '../../crypto-tokens/index.ts';
import { IllegalRequestError, type WorkerProperties } from '../worker-contract/index.ts';

/** Parts of a request by which a key is chosen. */
export interface KeyChoice {
  readonly metadata: ReadonlyMap<string, string>;
  /** As the worker's authorizer has it. */
  readonly username: string | undefined;
}

/**
 * Gives the alias for a request; undefined for the default key.
 *
 * @throws {@link IllegalRequestError} for what can be no alias
 */
export type AliasSelector = (choice: KeyChoice) => string | undefined;

/** The selector of a worker; reports a property that names none. */
export function readAliasSelector(properties: WorkerProperties): AliasSelector {
  const name = properties.text('ALIASSELECTOR') ?? DEFAULT;
  const make = SELECTORS.get(name.startsWith(PACKAGE) ? name.slice(PACKAGE.length) : name);
  if (make !== undefined) return make(properties);
  properties.report('ALIASSELECTOR', `is '${name}', which is no alias selector that is known here`);
  return () => undefined;
}

/** Returns the alias that a client has sent, checked. @throws {@link IllegalRequestError}. */
function checked(alias: string): string {
  try {
    return keyAlias(alias);
  } catch (cause) {
    if (!(cause instanceof BadKeyAliasError)) throw cause;
    throw new IllegalRequestError('The key that the request names can be none', { cause });
  }
}

const PACKAGE = 'org.signserver.server.aliasselectors.';
const DEFAULT = 'DefaultAliasSelector';

const SELECTORS: ReadonlyMap<string, (properties: WorkerProperties) => AliasSelector> = new Map<
  string,
  (properties: WorkerProperties) => AliasSelector
>([
  [DEFAULT, () => () => undefined],
  [
    'AuthorizedUsernameAliasSelector',
    (properties) => {
      const prefix = properties.text('ALIAS_PREFIX') ?? '';
      return ({ username }) => (username === undefined ? undefined : checked(prefix + username));
    },
  ],
  [
    'RequestMetadataAliasSelector',
    () =>
      ({ metadata }) => {
        const alias = metadata.get('ALIAS')?.trim() ?? '';
        return alias === '' ? undefined : checked(alias);
      },
  ],
]);
