import type { Command } from 'commander';
import { type CodeOptions, declareCodeOptions, readActivationCode } from '../../arguments/activation-code.ts';
import { printable } from '../../terminal/output.ts';
import { action, type CommandDeps } from '../../session.ts';

/** `sealwright worker activate`: opens the crypto token of a worker. */
export function addWorkerActivateCommand(worker: Command, deps: CommandDeps): void {
  declareCodeOptions(worker.command('activate').argument('<worker>', 'name or id'))
    .summary('activate the crypto token of a worker')
    .description(
      'Opens the crypto token of a worker with the password of its keystore, or the PIN of its device, on the host that answers.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright worker activate PDFSigner
  $ pass show signing/pdf | sealwright worker activate PDFSigner --code-file -`,
    )
    .action(
      action(deps, async (session, command) => {
        const [named = ''] = command.args;
        const code = await readActivationCode(session, command.opts<CodeOptions>(), named);
        await (await session.connectToWorkerKeys()).activate(named, code);
        session.show({
          text: () => `active: ${printable(named)}\n`,
          json: { outcome: 'active', worker: named },
        });
        return 'success';
      }),
    );
}

/** `sealwright worker deactivate`: closes the crypto token of a worker on every host. */
export function addWorkerDeactivateCommand(worker: Command, deps: CommandDeps): void {
  worker
    .command('deactivate')
    .argument('<worker>', 'name or id')
    .summary('deactivate the crypto token of a worker')
    .description(
      'Closes the crypto token of a worker on every host, for all workers that use it. One whose password is stored reopens when next used.',
    )
    .addHelpText('after', `\nExamples:\n  $ sealwright worker deactivate PDFSigner`)
    .action(
      action(deps, async (session, command) => {
        const [named = ''] = command.args;
        await (await session.connectToWorkerKeys()).deactivate(named);
        session.show({
          text: () => `deactivated: ${printable(named)}\n`,
          json: { outcome: 'deactivated', worker: named },
        });
        return 'success';
      }),
    );
}
