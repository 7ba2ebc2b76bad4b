import type { Command } from 'commander';
import { declareDocument, describeDocument, documentIdOf } from '../document-id.ts';
import { printable } from '../output.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright config remove`: removes a document that nothing uses. */
export function addConfigRemoveCommand(config: Command, deps: CommandDeps): void {
  declareDocument(config.command('remove'))
    .summary('remove a document')
    .description('Removes a document. The server refuses while anything uses it, and says what does.')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright config remove certprofile "Web Server"`,
    )
    .action(
      action(deps, async (session, command) => {
        const id = documentIdOf(command);
        const rest = await session.connectToAdministration();
        await rest.removeDocument(id, { dryRun: false });
        const { type, name, namespace } = id;
        session.show({
          text: () => `removed: ${printable(describeDocument(id))}\n`,
          json: { outcome: 'removed', type, name, namespace },
        });
        return 'success';
      }),
    );
}
