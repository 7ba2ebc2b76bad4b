import { HomeDirectory } from '../home-directory.ts';
import type { ServerConfig } from '../server-config/index.ts';
import { type ConfiguredInstallation, openConfigured, type Surroundings } from '../wiring/open-configured.ts';

/**
 * Opens the installation of the settings for a command that looks after one. Only a start makes one: where a home directory was
 * misspelt, an empty one would give a reassuring answer.
 *
 * @throws AppError when there is none, or it cannot be opened
 */
export async function openExisting(config: ServerConfig, surroundings: Surroundings): Promise<ConfiguredInstallation> {
  if (config.database === undefined) await (await HomeDirectory.open(config.home)).requireDatabase();
  return openConfigured({ ...config, databaseConnections: undefined }, surroundings);
}
