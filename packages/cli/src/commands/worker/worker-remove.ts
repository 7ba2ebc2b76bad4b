import type { CliCommand } from '../../cli-command.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { printable } from '../../terminal/output.ts';
import { holdsKeys, lostKeys } from '../../files/worker-keystore.ts';

/** `sealwright worker remove`: removes a worker. */
export function addWorkerRemoveCommand(worker: CliCommand): void {
  declareConfirmation(worker.command('remove'))
    .argument('<worker>', 'name or id')
    .summary('remove a worker')
    .description(
      'Removes a worker. Its key stays in the crypto token; a keystore that the worker holds itself goes with it, and is asked about.',
    )
    .examples('sealwright worker remove PlainSigner')
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const workers = await session.connectToWorkers();
      const { id, name, properties } = await workers.get(named);
      if (holdsKeys(properties)) await requireConfirmation(session, command, lostKeys(name));
      await workers.remove(name);
      session.show({
        text: () => `removed: ${printable(name)}\n`,
        json: { outcome: 'removed', worker: { id, name } },
      });
      return 'success';
    });
}

/** `sealwright worker reload`: has every process read anew what is configured. */
export function addWorkerReloadCommand(worker: CliCommand): void {
  worker
    .command('reload')
    .argument('[workers...]', 'names or ids; all when none is given')
    .summary('forget what is remembered of workers')
    .description('Has every process read anew what is configured. Changes hold without it.')
    .examples('sealwright worker reload')
    .inSession(async (session, command) => {
      const rest = await session.connectToWorkers();
      const ids: number[] = [];
      for (const named of command.args) ids.push((await rest.get(named)).id);
      await rest.reload(ids.length === 0 ? undefined : ids);
      session.show({
        text: () => `reloaded: ${ids.length === 0 ? 'all workers' : ids.join(', ')}\n`,
        json: { outcome: 'reloaded', ...(ids.length === 0 ? {} : { workers: ids }) },
      });
      return 'success';
    });
}
