import type { Command } from 'commander';
import { declareDocument, describeDocument, documentIdOf, headJson } from '../../arguments/document-id.ts';
import { printable } from '../../terminal/output.ts';
import { action, type CommandDeps } from '../../session.ts';

/** `sealwright config rename`: gives a document another name. */
export function addConfigRenameCommand(config: Command, deps: CommandDeps): void {
  declareDocument(config.command('rename'))
    .argument('<new-name>', 'the name that it gets')
    .summary('rename a document')
    .description('Gives a document another name. Documents that refer to it still do.')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright config rename certprofile "Web Server" "TLS Server"`,
    )
    .action(
      action(deps, async (session, command) => {
        const id = documentIdOf(command);
        const [, , newName = ''] = command.args;
        const rest = await session.connectToAdministration();
        const { document } = await rest.renameDocument(id, newName, { dryRun: false });
        session.show({
          text: () => `renamed: ${printable(describeDocument(id))} is now '${printable(newName)}'\n`,
          json: { outcome: 'renamed', ...(document === undefined ? {} : { document: headJson(document) }) },
        });
        return 'success';
      }),
    );
}
