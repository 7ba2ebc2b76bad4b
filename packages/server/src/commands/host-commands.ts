/** The commands that run on the host of the installation, by name. */

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs one command to its end.
 *
 * @returns the exit code: 0 done, 2 when the command line cannot be understood
 * @throws AppError when the command is refused
 */
export async function runHostCommand(
  command: string,
  args: readonly string[],
  environment: Environment,
): Promise<number> {
  const [subcommand, ...rest] = args;
  // Each loads what it needs alone: the doctor does not need a server.
  if (command === 'start') return (await import('./start.ts')).start(args, environment);
  if (command === 'admin' && subcommand === 'recover') {
    return (await import('./recover-administrator.ts')).recoverAdministrator(rest, environment);
  }
  if (command === 'doctor') return (await import('./doctor.ts')).doctor(args, environment);
  if (command === 'token' && subcommand === 'doctor') {
    return (await import('./token-doctor.ts')).tokenDoctor(rest, environment);
  }
  process.stderr.write(USAGE);
  return command === 'help' || args.includes('--help') ? 0 : 2;
}

const USAGE = `usage: sealwright start [--home DIR] [--https HOST:PORT] ...   starts the server ('sealwright start --help' for all settings)
       sealwright admin recover [--home DIR] [--database URL]   issues a new super administrator, on the host only
       sealwright doctor [--home DIR] [--database URL] [--revoke]   lists what a crash left unfinished, on the host only
       sealwright token doctor [--pkcs11-library FILE] ...      looks at PKCS#11 devices ('sealwright token doctor --help' for more)
`;
