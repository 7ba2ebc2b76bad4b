import pino from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { HomeDirectory } from '../home-directory.ts';
import { systemRandom } from '../kernel/random.ts';
import { type GivenSettings, parseServerConfig, type ServerConfig } from '../server-config/index.ts';
import { hostClock } from '../host/host-clock.ts';
import { LogOutput } from '../host/log-output.ts';
import type { Surroundings } from '../wiring/open-configured.ts';
import { timesOfLines, writeLinesQuickly } from './quick-log-lines.ts';

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a host command and everything else that it starts from. */
export async function readSurroundings(
  given: GivenSettings,
  environment: Environment,
): Promise<{ readonly config: ServerConfig; readonly surroundings: Surroundings }> {
  const config = await parseServerConfig(given, environment, async (home) =>
    (await HomeDirectory.open(home)).readSettings(),
  );
  return { config, surroundings: surroundingsOf(config, environment) };
}

/** Everything but the settings. */
export function surroundingsOf(config: ServerConfig, environment: Environment): Surroundings {
  return {
    clock: hostClock,
    random: systemRandom(),
    log: writeLinesQuickly(
      pino(
        { level: config.logLevel, base: null, timestamp: timesOfLines(hostClock) },
        // The supervisor and its worker processes write to one pipe.
        new LogOutput({ shared: config.workers > 1, clock: hostClock }),
      ),
    ),
    masterKeySecret: environment['SEALWRIGHT_MASTER_KEY'],
    environment,
    version: manifest.version,
  };
}
