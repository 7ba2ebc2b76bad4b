import type { CliCommand } from '../../cli-command.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { declareDocument, describeDocument, documentIdOf } from '../../arguments/document-id.ts';
import { printable } from '../../terminal/output.ts';
import type { AdministrationRest, DocumentId } from '../../rest/administration-rest.ts';
import { holdsKeys, lostKeys } from '../../files/worker-keystore.ts';

/** `sealwright config remove`: removes a document that nothing uses. */
export function addConfigRemoveCommand(config: CliCommand): void {
  declareConfirmation(declareDocument(config.command('remove')))
    .summary('remove a document')
    .description(
      'Removes a document. The server refuses while anything uses it, and says what does. A CA, a crypto token, and a worker that holds keys are asked about.',
    )
    .examples('sealwright config remove certprofile "Web Server"')
    .inSession(async (session, command) => {
      const id = documentIdOf(command);
      const rest = await session.connectToAdministration();
      const lost = await consequenceOf(rest, id);
      if (lost !== undefined) await requireConfirmation(session, command, lost);
      await rest.removeDocument(id, { dryRun: false });
      const { type, name, namespace } = id;
      session.show({
        text: () => `removed: ${printable(describeDocument(id))}\n`,
        json: { outcome: 'removed', type, name, namespace },
      });
      return 'success';
    });
}

/** Returns what a new document of the same name does not bring back; undefined when there is nothing. */
async function consequenceOf(rest: AdministrationRest, id: DocumentId): Promise<string | undefined> {
  switch (id.type) {
    case 'CA':
      return `This removes the CA '${id.name}' with its certificates for good.`;
    case 'CRYPTOTOKEN':
      return `This removes the crypto token '${id.name}' for good, and with one in software every key in it.`;
    case 'WORKER': {
      const { settings } = await rest.getDocument(id);
      return holdsKeys((settings['properties'] ?? {}) as Readonly<Record<string, string>>)
        ? lostKeys(id.name)
        : undefined;
    }
    default:
      return undefined;
  }
}
