import type { CliCommand } from '../../cli-command.ts';
import { type CodeOptions, declareCodeOptions, readActivationCode } from '../../arguments/activation-code.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright worker activate`: opens the crypto token of a worker. */
export function addWorkerActivateCommand(worker: CliCommand): void {
  declareCodeOptions(worker.command('activate').argument('<worker>', 'name or id'))
    .summary('activate the crypto token of a worker')
    .description(
      'Opens the crypto token of a worker with the password of its keystore, or the PIN of its device, on the host that answers.',
    )
    .examples(
      'sealwright worker activate PDFSigner',
      'pass show signing/pdf | sealwright worker activate PDFSigner --code-file -',
    )
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const code = await readActivationCode(session, command.opts<CodeOptions>(), named);
      await (await session.connectToWorkerKeys()).activate(named, code);
      session.show({
        text: () => `active: ${printable(named)}\n`,
        json: { outcome: 'active', worker: named },
      });
      return 'success';
    });
}

/** `sealwright worker deactivate`: closes the crypto token of a worker on every host. */
export function addWorkerDeactivateCommand(worker: CliCommand): void {
  worker
    .command('deactivate')
    .argument('<worker>', 'name or id')
    .summary('deactivate the crypto token of a worker')
    .description(
      'Closes the crypto token of a worker on every host, for all workers that use it. One whose password is stored reopens when next used.',
    )
    .examples('sealwright worker deactivate PDFSigner')
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      await (await session.connectToWorkerKeys()).deactivate(named);
      session.show({
        text: () => `deactivated: ${printable(named)}\n`,
        json: { outcome: 'deactivated', worker: named },
      });
      return 'success';
    });
}
