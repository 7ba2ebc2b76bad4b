/** `sealwright token doctor`: looks at PKCS#11 libraries, their slots and keys, and says what is wrong with them, and what to do. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { systemClock } from '../kernel/clock.ts';
import { systemRandom } from '../kernel/random.ts';
import { type GivenSettings, parseServerConfig } from '../server-config/index.ts';
import { type DoctorLogin, examine, type LibraryReport, Pkcs11Library } from '../tokens/index.ts';
import { doctorText } from './doctor-text.ts';
import { BadArgumentError } from './errors.ts';
import { type PinSource, readPin } from './read-pin.ts';
import type { Environment } from './surroundings.ts';

/** The options of the command in addition to settings of the server. */
interface TokenDoctorOptions {
  readonly token?: string;
  readonly slot?: string;
  readonly askPin?: boolean;
  readonly pinFile?: string;
  readonly pinFd?: string;
  readonly json?: boolean;
}

/** @returns the exit code: 0 when nothing is wrong, 1 when something is */
export async function tokenDoctor(
  given: GivenSettings,
  environment: Environment,
  options: TokenDoctorOptions,
): Promise<number> {
  const { pkcs11 } = await parseServerConfig(given, environment, readSettings);
  if (pkcs11.libraries.length === 0) throw new BadArgumentError('No PKCS#11 library is named: use --pkcs11-library.');
  const login = await loginOf(options);
  const reports: LibraryReport[] = [];
  for (const library of pkcs11.libraries) {
    const { binding, callTimeoutMs } = pkcs11;
    const loaded = new Pkcs11Library({
      library,
      binding,
      callTimeoutMs,
      environment,
      showOutput: true,
      clock: systemClock,
      onLost: () => {},
    });
    reports.push(await examine(loaded, login, { clock: systemClock, random: systemRandom() }));
    loaded.close();
  }
  process.stdout.write(
    options.json === true ? `${JSON.stringify({ libraries: reports }, undefined, 2)}\n` : doctorText(reports),
  );
  return reports.some(isUnwell) ? 1 : 0;
}

/** The server's file of settings; one that is not there says nothing. No directory is made. */
async function readSettings(home: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(home, 'sealwright.yaml'), 'utf8');
  } catch {
    return undefined;
  }
}

async function loginOf(options: TokenDoctorOptions): Promise<DoctorLogin | undefined> {
  const source = pinSource(options);
  const { token, slot } = options;
  if (source === undefined) {
    if (token === undefined && slot === undefined) return undefined;
    throw new BadArgumentError('Logging in needs a PIN: --ask-pin, --pin-file FILE or --pin-fd NUMBER.');
  }
  if ((token === undefined) === (slot === undefined)) {
    throw new BadArgumentError('Logging in needs one token: --token LABEL or --slot NUMBER.');
  }
  const pin = await readPin(source);
  return { isMeant: ({ id, token: found }) => (slot === undefined ? found?.label === token : id === slot), pin };
}

function pinSource(options: TokenDoctorOptions): PinSource | undefined {
  const { askPin, pinFile: file, pinFd: descriptor } = options;
  if ([askPin, file, descriptor].filter((each) => each !== undefined).length > 1) {
    throw new BadArgumentError('--ask-pin, --pin-file and --pin-fd exclude one another.');
  }
  if (file !== undefined) return { from: 'file', file };
  if (descriptor === undefined) return askPin === true ? { from: 'terminal' } : undefined;
  if (!/^\d{1,4}$/.test(descriptor)) throw new BadArgumentError(`--pin-fd is '${descriptor}'; it has to be a number`);
  return { from: 'descriptor', descriptor: Number(descriptor) };
}

function isUnwell({ problems, slots }: LibraryReport): boolean {
  return (
    problems.length > 0 ||
    slots.some(({ token }) => (token?.problems.length ?? 0) > 0 || token?.keys?.some(({ proven }) => !proven) === true)
  );
}
