/** Selectors of the key that a worker signs a request with: the property ALIASSELECTOR. */
import { BadKeyAliasError, keyAlias } from '../../crypto-tokens/index.ts';
import { IllegalRequestError, type WorkerProperties } from '../worker-contract/index.ts';

/** Parts of a request by which a key is chosen. */
export interface KeyChoice {
  readonly metadata: ReadonlyMap<string, string>;
  /** The username that the worker's authorizer found. */
  readonly username: string | undefined;
}

/**
 * Returns the alias for a request; undefined for the default key.
 *
 * @throws {@link IllegalRequestError} for a text that cannot be an alias
 */
export type AliasSelector = (choice: KeyChoice) => string | undefined;

/** Reads the selector of a worker, or reports that the property names no known one. */
export function readAliasSelector(properties: WorkerProperties): AliasSelector {
  const make = SELECTORS.get(selectorName(properties));
  if (make !== undefined) return make(properties);
  properties.report('ALIASSELECTOR', `is '${properties.text('ALIASSELECTOR')}', which is not a known alias selector`);
  return () => undefined;
}

/** Tells whether requests choose the key, instead of the worker having one for all. */
export function choosesAlias(properties: WorkerProperties): boolean {
  return selectorName(properties) !== DEFAULT;
}

function selectorName(properties: WorkerProperties): string {
  const name = properties.text('ALIASSELECTOR') ?? DEFAULT;
  return name.startsWith(PACKAGE) ? name.slice(PACKAGE.length) : name;
}

/** Checks an alias that a client has sent, and returns it. @throws {@link IllegalRequestError} */
function checked(alias: string): string {
  try {
    return keyAlias(alias);
  } catch (cause) {
    if (!(cause instanceof BadKeyAliasError)) throw cause;
    throw new IllegalRequestError('The request names a key that cannot exist', { cause });
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
