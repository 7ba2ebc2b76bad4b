import type { Command } from 'commander';
import { formatDifferences, formatProblems, formatUnusable } from '../text/differences.ts';
import { declareDocument, describeDocument, documentIdOf } from '../arguments/document-id.ts';
import { printable } from '../terminal/output.ts';
import { action, type CommandDeps } from '../session.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import { warningsFor } from '../text/settings-warnings.ts';

/** `sealwright config plan`: what `config set` would come to. */
export function addConfigPlanCommand(config: Command, deps: CommandDeps): void {
  declareDocument(config.command('plan'))
    .summary('show what `config set` would change')
    .description(
      'Shows what would change and what is wrong, and stores nothing. Exit codes: 0 nothing would change, 2 something would, 1 the server would refuse it or any other failure.',
    )
    .requiredOption('--file <file>', "the settings, YAML or JSON; '-' is standard input")
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright config plan certprofile "Web Server" --file web-server.yaml`,
    )
    .action(
      action(deps, async (session, command) => {
        const id = documentIdOf(command);
        const settings = await readSettingsFile(session.context, command.opts<{ readonly file: string }>().file);
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
      }),
    );
}
