import pino from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { HomeDirectory } from '../home-directory.ts';
import { systemRandom } from '../kernel/random.ts';
import { type GivenSettings, parseServerConfig, type ServerConfig } from '../server-config/index.ts';
import { hostClock } from '../host/host-clock.ts';
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
  // The supervisor and its worker processes write to one pipe.
  const maxWrite = config.workers > 1 ? ATOMIC_WRITE : undefined;
  return {
    clock: hostClock,
    random: systemRandom(),
    // Lines are handed over a few at a time, within a moment, as fast as the reader takes them; a slow one holds up nothing, and loses lines at last.
    log: writeLinesQuickly(
      pino(
        {
          level: config.logLevel,
          base: null,
          timestamp: timesOfLines(hostClock),
          hooks: { streamWrite: octetsOf },
        },
        pino.destination({
          dest: 1,
          sync: false,
          contentMode: 'buffer',
          minLength: WRITTEN_AT_ONCE,
          periodicFlush: LONGEST_WAIT_MS,
          maxLength: MAX_WAITING_OCTETS,
          ...(maxWrite && { maxWrite }),
        }),
      ),
    ),
    masterKeySecret: environment['SEALWRIGHT_MASTER_KEY'],
    environment,
    version: manifest.version,
  };
}

/**
 * Returns a line in the form in which the destination takes it, whatever the types say of it. Were the lines that wait one text, the destination would copy all
 * of them with each further one, to count the octets.
 */
function octetsOf(line: string): string {
  return Buffer.from(line) as unknown as string;
}

/** Octets that a pipe takes as a whole (PIPE_BUF of Linux), so that lines of several processes stay apart. */
const ATOMIC_WRITE = 4096;
/** Octets that wait for others, less than {@link ATOMIC_WRITE}: a write for each line costs a tenth of the processor time of a short request. */
const WRITTEN_AT_ONCE = 3500;
/** Milliseconds after which they are written all the same. */
const LONGEST_WAIT_MS = 100;
/** Limit on log lines that are not written yet. */
const MAX_WAITING_OCTETS = 16 * 2 ** 20;
