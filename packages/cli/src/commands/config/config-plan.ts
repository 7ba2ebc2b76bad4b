import type { CliCommand } from '../../cli-command.ts';
import { formatDifferences, formatProblems, formatUnusable } from '../../text/differences.ts';
import { describeDocument, documentIdOf } from '../../arguments/document-id.ts';
import { printable } from '../../terminal/output.ts';
import type { Ending, Session } from '../../session.ts';
import {
  declareImport,
  declareSecrets,
  importQuery,
  isRefusedByWarnings,
  secretsFile,
} from '../../arguments/import-query.ts';
import { UsageError } from '../../errors.ts';
import { refuseOthers } from '../refused-options.ts';
import { readDumpDirectory } from '../../files/dump-directory.ts';
import { formatPlan, isEmptyPlan, planJson } from '../../text/import-plan.ts';
import { readSettingsFile } from '../../files/settings-file.ts';
import { warningsFor } from '../../text/settings-warnings.ts';

/** `sealwright config plan`: what `config set` of a document, or `config apply` of a directory, would come to. */
export function addConfigPlanCommand(config: CliCommand): void {
  declareSecrets(
    declareImport(
      config
        .command('plan')
        .argument(
          '<type-or-directory>',
          'CERTPROFILE, EEPROFILE, CA, ... in any case, or a directory with a whole configuration',
        )
        .argument('[name]', 'the name of the document, after its type'),
    ),
  )
    .option('--namespace <namespace>', 'of a role that has one')
    .option('--file <file>', "the settings of the document, YAML or JSON; '-' is standard input")
    .summary('show what `config set` or `config apply` would change')
    .description(
      'Shows what would change and what is wrong, and stores nothing: of one document, or of the server as a whole when a directory is given. Exit codes: 0 nothing would change, 2 something would, 1 the server would refuse it or any other failure.',
    )
    .examples('sealwright config plan certprofile "Web Server" --file web-server.yaml', 'sealwright config plan pki/')
    .inSession(async (session, command) => {
      const [directory = '', name] = command.args;
      const given = command.opts<{ readonly file?: string; readonly namespace?: string }>();
      const { file } = given;
      if (name === undefined) {
        for (const option of ['file', 'namespace'] as const)
          if (given[option] !== undefined)
            throw new UsageError(`--${option} goes with the type and the name of a document`);
        return planDirectory(session, command, directory);
      }
      if (file === undefined) throw new UsageError('--file is missing: it names the settings of the document');
      refuseOthers(command, new Set(['file', 'namespace']), 'goes with a directory, not with a single document');
      return planDocument(session, command, file);
    });
}

async function planDocument(session: Session, command: CliCommand, file: string): Promise<Ending> {
  const id = documentIdOf(command);
  const settings = await readSettingsFile(session.context, file);
  const rest = await session.connectToAdministration();
  const present = await rest.findDocument(id);
  const { differences, problems, warnings } =
    present === undefined
      ? await rest.createDocument(id, settings, { dryRun: true })
      : await rest.changeDocument(id, settings, { dryRun: true, version: present.version });
  session.show({
    text: () => {
      const lines = formatDifferences(differences) + formatProblems(problems);
      if (present === undefined && problems.length === 0)
        return `${printable(describeDocument(id))} would be made; what differs from the defaults:\n${lines}`;
      return lines === '' ? 'nothing would change\n' : lines;
    },
    json: { exists: present !== undefined, differences, problems },
    warnings: [...warningsFor(id, settings), ...warnings.map(formatUnusable)],
  });
  if (problems.length > 0) return 'refused';
  return present === undefined || differences.length > 0 ? 'changes' : 'success';
}

async function planDirectory(session: Session, command: CliCommand, directory: string): Promise<Ending> {
  const { dump, warnings } = await readDumpDirectory(directory, secretsFile(command));
  const plan = await (await session.connectToConfigdump()).plan(dump, importQuery(command));
  const told = [...warnings, ...plan.warnings];
  session.show({ text: () => formatPlan(plan), json: planJson(plan), warnings: told });
  if (!plan.success || isRefusedByWarnings(command, told)) return 'refused';
  return isEmptyPlan(plan) ? 'success' : 'changes';
}
