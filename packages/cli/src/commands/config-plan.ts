import type { Command } from 'commander';
import { formatDifferences, formatProblems } from '../text/differences.ts';
import { declareDocument, documentIdOf } from '../arguments/document-id.ts';
import { action, type CommandDeps } from '../session.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import { warningsFor } from '../text/settings-warnings.ts';

/** `sealwright config plan`: what `config set` would come to. */
export function addConfigPlanCommand(config: Command, deps: CommandDeps): void {
  declareDocument(config.command('plan'))
    .summary('show what `config set` would change')
    .description(
      'Shows what would change and what is wrong, and stores nothing. Exit code 1 when the server would refuse it.',
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
        const { differences, problems } =
          present === undefined
            ? await rest.createDocument(id, settings, { dryRun: true })
            : await rest.changeDocument(id, settings, { dryRun: true, version: present.version });
        session.show({
          text: () => {
            const lines = formatDifferences(differences) + formatProblems(problems);
            return lines === '' ? 'nothing would change\n' : lines;
          },
          json: { exists: present !== undefined, differences, problems },
          warnings: warningsFor(id, settings),
        });
        return problems.length === 0 ? 'success' : 'refused';
      }),
    );
}
