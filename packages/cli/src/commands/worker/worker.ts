import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addWorkerActivateCommand, addWorkerDeactivateCommand } from './worker-activate.ts';
import { addWorkerArchiveCommands } from './worker-archive.ts';
import { addWorkerAuthorizeCommand, addWorkerUnauthorizeCommand } from './worker-authorize.ts';
import { addWorkerCreateCommand } from './worker-create.ts';
import { addWorkerKeysCommands } from './worker-keys.ts';
import { addWorkerReloadCommand, addWorkerRemoveCommand } from './worker-remove.ts';
import { addWorkerSetCommand, addWorkerUnsetCommand } from './worker-set.ts';
import { addWorkerListCommand, addWorkerShowCommand, addWorkerStatusCommand } from './worker-show.ts';

/** `sealwright worker`: the commands about workers of the signing service. */
export function addWorkerCommands(program: Command, deps: CommandDeps): void {
  const worker = program
    .command('worker')
    .helpCommand(false)
    .summary('workers of the signing service')
    .description('Commands about workers of the signing service. A worker is named by its name, or by its id.');
  addWorkerListCommand(worker, deps);
  addWorkerShowCommand(worker, deps);
  addWorkerStatusCommand(worker, deps);
  addWorkerCreateCommand(worker, deps);
  addWorkerSetCommand(worker, deps);
  addWorkerUnsetCommand(worker, deps);
  addWorkerRemoveCommand(worker, deps);
  addWorkerReloadCommand(worker, deps);
  addWorkerAuthorizeCommand(worker, deps);
  addWorkerUnauthorizeCommand(worker, deps);
  addWorkerActivateCommand(worker, deps);
  addWorkerDeactivateCommand(worker, deps);
  addWorkerKeysCommands(worker, deps);
  addWorkerArchiveCommands(worker, deps);
}
