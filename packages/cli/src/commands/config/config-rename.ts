import type { CliCommand } from '../../cli-command.ts';
import { declareDocument, describeDocument, documentIdOf, headJson } from '../../arguments/document-id.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright config rename`: gives a document another name. */
export function addConfigRenameCommand(config: CliCommand): void {
  declareDocument(config.command('rename'))
    .argument('<new-name>', 'the name that it gets')
    .summary('rename a document')
    .description('Gives a document another name. Documents that refer to it still do.')
    .examples('sealwright config rename certprofile "Web Server" "TLS Server"')
    .inSession(async (session, command) => {
      const id = documentIdOf(command);
      const [, , newName = ''] = command.args;
      const rest = await session.connectToAdministration();
      const { document } = await rest.renameDocument(id, newName, { dryRun: false });
      session.show({
        text: () => `renamed: ${printable(describeDocument(id))} is now '${printable(newName)}'\n`,
        json: { outcome: 'renamed', ...(document === undefined ? {} : { document: headJson(document) }) },
      });
      return 'success';
    });
}
