/** The options of commands on a directory with a whole configuration. */
import { Option } from 'commander';
import type { CliCommand } from '../cli-command.ts';
import type { SecretsFile } from '../files/dump-directory.ts';
import type { ImportQuery } from '../rest/configdump-rest.ts';

interface ImportOptions {
  readonly resolve: string;
  readonly initialize?: boolean;
  readonly continue?: boolean;
  readonly expand?: boolean;
  readonly force?: boolean;
  readonly strict?: boolean;
}

/** Declares them. */
export function declareImport(command: CliCommand): CliCommand {
  return command
    .addOption(
      new Option(
        '--resolve <how>',
        'for what names something that does not exist: refuse it, leave the item out, or use the default',
      )
        .choices(['abort', 'skip', 'useDefault'])
        .default('abort'),
    )
    .option('--initialize', 'make the keys and certificates of new CAs, sub CAs after their issuers')
    .option('--expand', 'replace ${SEALWRIGHT_IMPORT_...} in secrets by variables of the environment of the server')
    .option('--continue', 'import the rest when some items cannot be')
    .option('--force', 'also take rights that you have now')
    .option('--strict', 'refuse what comes with a warning, such as a key that is not understood');
}

/** Returns whether warnings, of which there are some, refuse what was asked for. */
export function isRefusedByWarnings(command: CliCommand, warnings: readonly string[]): boolean {
  return warnings.length > 0 && command.opts<ImportOptions>().strict === true;
}

/** Declares the options of commands that may bring secrets along. */
export function declareSecrets(command: CliCommand): CliCommand {
  return command
    .option(
      '--secrets <file>',
      'secrets that `config export --secrets` has written, for what is `placeholder` in the directory',
    )
    .option('--secrets-key <file>', 'the private key that they were encrypted for, in PEM');
}

/** Reads them. */
export function secretsFile(command: CliCommand): SecretsFile {
  const { secrets, secretsKey } = command.opts<{ readonly secrets?: string; readonly secretsKey?: string }>();
  return { ...(secrets !== undefined && { secrets }), ...(secretsKey !== undefined && { key: secretsKey }) };
}

/** Reads them. A directory says what is to be, so what exists is replaced. */
export function importQuery(command: CliCommand): ImportQuery {
  const options = command.opts<ImportOptions>();
  return {
    overwrite: 'yes',
    resolve: options.resolve,
    initialize: options.initialize ?? false,
    continue: options.continue ?? false,
    expand: options.expand ?? false,
    force: options.force ?? false,
  };
}
