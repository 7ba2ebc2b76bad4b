import type { CliCommand } from '../../cli-command.ts';
import { addWorkerActivateCommand, addWorkerDeactivateCommand } from './worker-activate.ts';
import { addWorkerArchiveCommands } from './worker-archive.ts';
import { addWorkerAuthorizeCommand, addWorkerUnauthorizeCommand } from './worker-authorize.ts';
import { addWorkerCreateCommand } from './worker-create.ts';
import { addWorkerKeysCommands } from './worker-keys.ts';
import { addWorkerReloadCommand, addWorkerRemoveCommand } from './worker-remove.ts';
import { addWorkerSetCommand, addWorkerUnsetCommand } from './worker-set.ts';
import { addWorkerListCommand, addWorkerShowCommand, addWorkerStatusCommand } from './worker-show.ts';

/** `sealwright worker`: the commands about workers of the signing service. */
export function addWorkerCommands(program: CliCommand): void {
  const worker = program
    .command('worker')
    .summary('workers of the signing service')
    .description('Commands about workers of the signing service. A worker is named by its name, or by its id.');
  addWorkerListCommand(worker);
  addWorkerShowCommand(worker);
  addWorkerStatusCommand(worker);
  addWorkerCreateCommand(worker);
  addWorkerSetCommand(worker);
  addWorkerUnsetCommand(worker);
  addWorkerRemoveCommand(worker);
  addWorkerReloadCommand(worker);
  addWorkerAuthorizeCommand(worker);
  addWorkerUnauthorizeCommand(worker);
  addWorkerActivateCommand(worker);
  addWorkerDeactivateCommand(worker);
  addWorkerKeysCommands(worker);
  addWorkerArchiveCommands(worker);
}
