/**
 * Where the token of the management CA keeps its keys in the servers of this process: in software, unless a file says otherwise before it
 * imports the tests that are to run on another kind of token.
 */
import { cryptoTokenType } from '../../../../packages/server/src/modules/crypto-tokens/index.ts';
import type { ServerConfig } from '../../../../packages/server/src/server-config/index.ts';
import { openConfigured, type Surroundings } from '../../../../packages/server/src/wiring/open-configured.ts';
import { change } from '../administration.ts';

/** A kind of token that a server's first start finds made already. */
export interface ManagementToken {
  readonly config: Partial<ServerConfig>;
  readonly surroundings: Partial<Surroundings>;
  /** The settings of a token that nobody else has, which opens by itself. */
  newSettings(): Readonly<Record<string, unknown>>;
}

let chosen: ManagementToken | undefined;

/** Every server that is started from now on has the token of its management CA there. */
export function keepManagementKeysIn(token: ManagementToken): void {
  chosen = token;
}

/** Returns the token that {@link keepManagementKeysIn} was given. */
export function managementToken(): ManagementToken | undefined {
  return chosen;
}

/** Makes the document that a first start would make otherwise. It goes on from there, as it does after a crash. */
export async function makeManagementToken(
  token: ManagementToken,
  config: ServerConfig,
  surroundings: Surroundings,
): Promise<void> {
  const { installation } = await openConfigured(config, surroundings);
  try {
    if ((await installation.configuration.find(cryptoTokenType, NAME)) !== undefined) return;
    const settings = token.newSettings();
    await change(installation, 'CRYPTOTOKEN_CREATE', [
      { kind: 'create', type: cryptoTokenType.token, name: NAME, settings },
    ]);
  } finally {
    await installation.close();
  }
}

const NAME = 'ManagementCA';
