/** The commands that run on the host of the installation. Each loads what it needs alone: the doctor does not need a server. */
import { Command, CommanderError } from 'commander';
import type { Environment } from './surroundings.ts';
import { BadArgumentError } from './errors.ts';
import { declareSettings, givenSettings } from './setting-options.ts';

/**
 * Runs one command line to its end.
 *
 * @param args - without the program itself
 * @returns the exit code
 * @throws {@link BadArgumentError} when the command line cannot be understood; {@link AppError} when the command is refused
 */
export async function runHostCommand(args: readonly string[], environment: Environment): Promise<number> {
  let exitCode = 0;
  const program = makeProgram(environment, (code) => (exitCode = code));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw badArgument(error);
    return 0;
  }
}

type ExitWith = (code: number) => void;

function makeProgram(environment: Environment, exitWith: ExitWith): Command {
  const program = new Command('sealwright')
    .description("Runs a server, and what its operator does on the server's own host.")
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    // Failures are shown in one place, by `main.ts`.
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  addStart(program, environment, exitWith);
  const admin = program
    .command('admin')
    .helpCommand(false)
    .summary('recover access, accept the clock')
    .description('Recovers access, and takes the word of an operator.');
  addAdminRecover(admin, environment, exitWith);
  addAdminAcceptClock(admin, environment, exitWith);
  addDoctor(program, environment, exitWith);
  const token = program.command('token').helpCommand(false).description('Looks at devices that hold keys.');
  addTokenDoctor(token, environment, exitWith);
  return program;
}

function addStart(program: Command, environment: Environment, exitWith: ExitWith): void {
  declareSettings(program.command('start'))
    .summary('start a server')
    .description(
      'Starts the server. On an empty home directory it first makes a database, a management CA and a super administrator.',
    )
    .addHelpText(
      'after',
      `
Each is also a variable of the environment (SEALWRIGHT_HTTPS, SEALWRIGHT_PUBLIC_URL, ...) and a key of sealwright.yaml in the home directory.
SEALWRIGHT_MASTER_KEY, base64 of 32 octets, replaces the file master.key.

Examples:
  $ sealwright start
  $ sealwright start --home /var/lib/sealwright --https 0.0.0.0:8443 --name pki.example.com
  $ sealwright start --database postgres://sealwright@db.example.com/sealwright`,
    )
    .action(async (_options, command: Command) => {
      const { start } = await import('./start.ts');
      exitWith(await start(givenSettings(command), environment));
    });
}

function addAdminRecover(admin: Command, environment: Environment, exitWith: ExitWith): void {
  declareSettings(admin.command('recover'), DATABASE_SETTINGS)
    .summary('issue a new super administrator')
    .description(
      'Issues a new super administrator, for those who have lost theirs, and replaces the files in HOME/admin. The server may run meanwhile.',
    )
    .addHelpText(
      'after',
      `
${OTHER_SETTINGS}

Examples:
  $ sealwright admin recover
  $ sealwright admin recover --home /var/lib/sealwright`,
    )
    .action(async (_options, command: Command) => {
      const { recoverAdministrator } = await import('./recover-administrator.ts');
      exitWith(await recoverAdministrator(givenSettings(command), environment));
    });
}

function addAdminAcceptClock(admin: Command, environment: Environment, exitWith: ExitWith): void {
  declareSettings(
    admin
      .command('accept-clock')
      .option('--time <time>', 'the present time in UTC, YYYY-MM-DDThh:mmZ, from a clock that you trust'),
    DATABASE_SETTINGS,
  )
    .summary('take your word that the clock is right')
    .description(
      "Believes the clock of this machine, by your word of what time it is, when the server does not ('/ready' says so). " +
        'What is dated later than now does not count any more. The server may run meanwhile, and follows within a second.',
    )
    .addHelpText(
      'after',
      `
${OTHER_SETTINGS}

Examples:
  $ sealwright admin accept-clock --time 2026-11-23T15:10Z`,
    )
    .action(async ({ time }: { readonly time?: string }, command: Command) => {
      const { acceptHostClock } = await import('./accept-clock.ts');
      exitWith(await acceptHostClock(givenSettings(command), environment, { time }));
    });
}

function addDoctor(program: Command, environment: Environment, exitWith: ExitWith): void {
  declareSettings(program.command('doctor').option('--revoke', 'revoke what is found'), DATABASE_SETTINGS)
    .summary('certificates that were recorded and never stored')
    .description(
      'Lists certificates that were recorded to be signed and never stored, as a crash leaves them. ' +
        'The exit code is 1 when there are any and they are not revoked.',
    )
    .addHelpText(
      'after',
      `
${OTHER_SETTINGS}

Examples:
  $ sealwright doctor
  $ sealwright doctor --home /var/lib/sealwright --revoke`,
    )
    .action(async ({ revoke = false }: { readonly revoke?: boolean }, command: Command) => {
      const { doctor } = await import('./doctor.ts');
      exitWith(await doctor(givenSettings(command), environment, { revoke }));
    });
}

function addTokenDoctor(token: Command, environment: Environment, exitWith: ExitWith): void {
  declareSettings(token.command('doctor'), DEVICE_SETTINGS)
    .option('--token <label>', 'the token to log in to, by its label')
    .option('--slot <number>', 'or by the number of its slot')
    .option('--ask-pin', 'ask for the PIN at the terminal')
    .option('--pin-file <file>', 'read it from the first line of a file')
    .option('--pin-fd <number>', 'read it from an open file descriptor; 0 is standard input')
    .option('--json', 'results as JSON')
    .summary('what is wrong with an HSM')
    .description(
      'Loads PKCS#11 libraries as the server does, lists their slots, and says what each token can do. With a PIN it logs in to one token, ' +
        'and uses each of its keys. What is wrong is said in words, with what to do about it. Nothing is changed. ' +
        'The exit code is 1 when something is wrong.',
    )
    .addHelpText(
      'after',
      `
Without --pkcs11-library it looks at the libraries in the server's settings.

Examples:
  $ sealwright token doctor --pkcs11-library /usr/lib/softhsm/libsofthsm2.so
  $ sealwright token doctor --token "Issuing CA" --ask-pin
  $ sealwright token doctor --slot 4 --pin-fd 0 --json < pin.txt`,
    )
    .action(async (_options, command: Command) => {
      const { tokenDoctor } = await import('./token-doctor.ts');
      exitWith(await tokenDoctor(givenSettings(command), environment, command.opts()));
    });
}

function badArgument({ code, message }: CommanderError): BadArgumentError {
  // Shown because no command was named: the help has been written already.
  if (code === 'commander.help') return new BadArgumentError('no command is named');
  const [reason = '', meant = '(--help shows what can be given)'] = message.replace(/^error: /, '').split('\n');
  // A value may be a password behind a misspelt option, or without one.
  const shown = reason.replace(/^(unknown option '[^=']*)=[^]*$/, "$1'").replace(/( but got \d+): [^]*$/, '$1');
  return new BadArgumentError(`${shown} ${meant.replace('Did', 'did')}`);
}

const DATABASE_SETTINGS = ['home', 'database'] as const;
const DEVICE_SETTINGS = ['pkcs11-library', 'pkcs11-timeout', 'pkcs11js', 'home'] as const;
const OTHER_SETTINGS = "It reads the settings of the server as 'sealwright start' does, and takes all of its options.";
