/** The command line: every command with the options they share, and how failures of any of them are shown. */
import { CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { CliCommand, type CommandDeps } from './cli-command.ts';
import { addApprovalCommands } from './commands/approval/approval.ts';
import { addCaCommands } from './commands/ca/ca.ts';
import { addCertCommands } from './commands/cert/cert.ts';
import { addConfigCommands } from './commands/config/config.ts';
import { addCrlCommands } from './commands/crl/crl.ts';
import { addCvcCommands } from './commands/cvc/cvc.ts';
import { addEntityCommands } from './commands/entity/entity.ts';
import { addEnrollCommand } from './commands/enroll.ts';
import { addHelpCommand, helpConfiguration, withoutHelpOfUnknown } from './commands/help.ts';
import { addHostCommands } from './commands/host.ts';
import { addJobCommands } from './commands/job.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLintCommand } from './commands/lint.ts';
import { addOcspCommands } from './commands/ocsp/ocsp.ts';
import { addProfileCommands } from './commands/profile/profile.ts';
import { addRevokeCommand } from './commands/revoke.ts';
import { addPublisherCommands } from './commands/publisher.ts';
import { addServiceCommands } from './commands/service.ts';
import { addSignCommand } from './commands/sign.ts';
import { addSshCommands } from './commands/ssh/ssh.ts';
import { addStatusCommand } from './commands/status.ts';
import { addTokenCommands } from './commands/token/token.ts';
import { addWorkerCommands } from './commands/worker/worker.ts';
import type { CliContext } from './context.ts';
import { EXIT_CODE_MEANINGS, EXIT_CODES, type FailureKind, UsageError } from './errors.ts';
import { declareGlobalOptions } from './global-options.ts';
import { showFailure } from './terminal/output.ts';

/**
 * Runs one command line.
 *
 * @param args - without the program itself
 * @returns the exit code, one of `EXIT_CODES`; nothing is thrown
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  let exitCode = EXIT_CODES.success;
  const json = asksForJson(args);
  const program = makeProgram({ context, exitWith: (code) => (exitCode = code) }, json);
  try {
    await program.parseAsync(withoutHelpOfUnknown(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.success;
    const code = showFailure(context, json, error instanceof CommanderError ? usageError(error) : error);
    return compares(args) && code !== EXIT_CODES.bug ? EXIT_CODES.refused : code;
  }
}

/** Tells whether the command compares configurations: 2 then says that there are changes, and every failure is 1. */
function compares(args: readonly string[]): boolean {
  const at = args.indexOf('config');
  return at >= 0 && COMPARING.has(args[at + 1] ?? '');
}

const COMPARING: ReadonlySet<string> = new Set(['plan', 'drift']);

function makeProgram(deps: CommandDeps, json: boolean): CliCommand {
  const { context } = deps;
  const program = new CliCommand(deps, 'sealwright')
    .description(
      'Speaks to a Sealwright server: enrolls, lists and revokes certificates, and configures what issues them.',
    )
    .version(manifest.version, '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(helpConfiguration)
    .configureOutput({
      writeOut: (text) => context.writeOut(text),
      // The help that stands in for a missing command is for people.
      writeErr: (text) => (json ? undefined : context.writeError(text)),
      // Every failure is shown in one place, see `showFailure`.
      outputError: () => {},
    })
    .exitOverride()
    .addHelpText('after', helpAfter())
    .addHelpText('afterAll', '\nOptions of every command, such as --server and --json: sealwright help options');
  declareGlobalOptions(program);
  addStatusCommand(program);
  addEnrollCommand(program);
  addCertCommands(program);
  addKeyCommands(program);
  addRevokeCommand(program);
  addEntityCommands(program);
  addApprovalCommands(program);
  addSignCommand(program);
  addLintCommand(program);
  addCaCommands(program);
  addCrlCommands(program);
  addOcspCommands(program);
  addProfileCommands(program);
  addConfigCommands(program);
  addTokenCommands(program);
  addPublisherCommands(program);
  addServiceCommands(program);
  addJobCommands(program);
  addCvcCommands(program);
  addSshCommands(program);
  addWorkerCommands(program);
  addHelpCommand(program);
  addHostCommands(program);
  return program;
}

function helpAfter(): string {
  const codes = (Object.keys(EXIT_CODES) as (FailureKind | 'success' | 'bug')[])
    .map((kind) => `  ${String(EXIT_CODES[kind]).padStart(2)}  ${EXIT_CODE_MEANINGS[kind]}`)
    .join('\n');
  return `
Exit codes:
${codes}

Examples:
  $ sealwright status
  $ sealwright ca list
  $ sealwright enroll --ca ManagementCA --profile Web --end-entity-profile Web --username web1 --subject "CN=web1.example" --san dns:web1.example --out web1
  $ sealwright revoke web1.crt.pem --reason SUPERSEDED`;
}

function usageError({ code, message }: CommanderError): UsageError {
  // Shown because no command was named: the help has been written already.
  if (code === 'commander.help') return new UsageError('no command is named');
  // The probable meaning stands on a line of its own, in parentheses.
  const [reason = '', meant = '(--help shows what can be given)'] = message.replace(/^error: /, '').split('\n');
  // A value may be a password behind a misspelt option, or behind one that takes none.
  const shown = reason
    .replace(/^(unknown option '[^=']*)=[^]*$/, "$1'")
    .replace(/^(too many arguments [^:]*): [^]*$/, '$1');
  return new UsageError(`${shown} ${meant.replace('Did', 'did')}`);
}

/** Looked up in the arguments themselves, which may be those that could not be understood. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}
