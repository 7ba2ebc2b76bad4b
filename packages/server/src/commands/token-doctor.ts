/** `sealwright token doctor`: looks at PKCS#11 libraries, their slots and keys, and says what is wrong with them, and what to do. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { AppError } from '../kernel/errors.ts';
import { systemClock } from '../kernel/clock.ts';
import { systemRandom } from '../kernel/random.ts';
import { parseServerConfig } from '../server-config.ts';
import { type DoctorLogin, examine, type LibraryReport } from '../tokens/pkcs11/doctor.ts';
import { Pkcs11Library } from '../tokens/pkcs11/pkcs11-library.ts';
import { doctorText } from './doctor-text.ts';
import { type PinSource, readPin } from './read-pin.ts';

/** @returns the exit code: 0 when nothing is wrong, 1 when something is */
export async function tokenDoctor(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const options = parseOptions(args);
  if (options.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const { pkcs11 } = await parseServerConfig(settingsOf(options), environment, readSettings);
  if (pkcs11.libraries.length === 0) throw new DoctorUsageError('No PKCS#11 library is named: use --pkcs11-library.');
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

/** The command line cannot be run. */
class DoctorUsageError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'installation.bad_argument';
}

type Options = ReturnType<typeof parseOptions>;

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new DoctorUsageError(`${(cause as Error).message} ('sealwright token doctor --help' lists the options)`, {
      cause,
    });
  }
}

/** Those that the server has, too. */
function settingsOf(options: Options): string[] {
  const given = (['home', 'pkcs11js', 'pkcs11-timeout'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, options[name]],
  );
  return [...given, ...(options['pkcs11-library'] ?? []).flatMap((file) => ['--pkcs11-library', file])];
}

/** The server's file of settings; one that is not there says nothing. No directory is made. */
async function readSettings(home: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(home, 'sealwright.yaml'), 'utf8');
  } catch {
    return undefined;
  }
}

async function loginOf(options: Options): Promise<DoctorLogin | undefined> {
  const source = pinSource(options);
  const { token, slot } = options;
  if (source === undefined) {
    if (token === undefined && slot === undefined) return undefined;
    throw new DoctorUsageError('Logging in needs a PIN: --ask-pin, --pin-file FILE or --pin-fd NUMBER.');
  }
  if ((token === undefined) === (slot === undefined)) {
    throw new DoctorUsageError('Logging in needs one token: --token LABEL or --slot NUMBER.');
  }
  const pin = await readPin(source);
  return { isMeant: ({ id, token: found }) => (slot === undefined ? found?.label === token : id === slot), pin };
}

function pinSource(options: Options): PinSource | undefined {
  const { 'ask-pin': ask, 'pin-file': file, 'pin-fd': descriptor } = options;
  if ([ask, file, descriptor].filter((each) => each !== undefined).length > 1) {
    throw new DoctorUsageError('--ask-pin, --pin-file and --pin-fd exclude one another.');
  }
  if (file !== undefined) return { from: 'file', file };
  if (descriptor === undefined) return ask === true ? { from: 'terminal' } : undefined;
  if (!/^\d{1,4}$/.test(descriptor)) throw new DoctorUsageError(`--pin-fd is '${descriptor}'; it has to be a number`);
  return { from: 'descriptor', descriptor: Number(descriptor) };
}

function isUnwell({ problems, slots }: LibraryReport): boolean {
  return (
    problems.length > 0 ||
    slots.some(({ token }) => (token?.problems.length ?? 0) > 0 || token?.keys?.some(({ proven }) => !proven) === true)
  );
}

const OPTIONS = {
  'pkcs11-library': { type: 'string', multiple: true },
  pkcs11js: { type: 'string' },
  'pkcs11-timeout': { type: 'string' },
  home: { type: 'string' },
  token: { type: 'string' },
  slot: { type: 'string' },
  'ask-pin': { type: 'boolean' },
  'pin-file': { type: 'string' },
  'pin-fd': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const HELP = `usage: sealwright token doctor [options]

Loads PKCS#11 libraries as the server does, lists their slots, and says what each token can do. With a PIN it logs in to one token,
and uses each of its keys. What is wrong is said in words, with what to do about it. Nothing is changed.

  --pkcs11-library FILE  the library, in the place of those in the server's settings; may be given again
  --token LABEL          the token to log in to, by its label
  --slot NUMBER          or by the number of its slot
  --ask-pin              asks for the PIN at the terminal
  --pin-file FILE        reads it from the first line of a file
  --pin-fd NUMBER        reads it from an open file descriptor; 0 is standard input
  --json                 prints JSON
  --pkcs11js DIR         where the package pkcs11js was installed, when not beside this program
  --pkcs11-timeout SECONDS  how long one call of a library may take (30)
  --home DIR             where the server's settings are (~/.sealwright)

examples:
  sealwright token doctor --pkcs11-library /usr/lib/softhsm/libsofthsm2.so
  sealwright token doctor --token "Issuing CA" --ask-pin
  sealwright token doctor --slot 4 --pin-fd 0 --json < pin.txt

The exit code is 0 when all is well, and 1 when something is wrong.
`;
