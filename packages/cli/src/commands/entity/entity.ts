import type { CliCommand } from '../../cli-command.ts';
import { addEntityAddCommand } from './entity-add.ts';
import { addEntityDeleteCommand } from './entity-delete.ts';
import { addEntityEditCommand } from './entity-edit.ts';
import { addEntityImportCommand } from './entity-import.ts';
import { addEntityListCommand } from './entity-list.ts';
import { addEntityRevokeCommand } from './entity-revoke.ts';
import { addEntityShowCommand } from './entity-show.ts';
import { addEntityStatusCommand } from './entity-status.ts';

/** `sealwright entity`: the commands about end entities. */
export function addEntityCommands(program: CliCommand): void {
  const entity = program
    .command('entity')
    .summary('who may get certificates')
    .description('Commands about end entities: who may get certificates, under which names and profiles.');
  addEntityListCommand(entity);
  addEntityShowCommand(entity);
  addEntityAddCommand(entity);
  addEntityEditCommand(entity);
  addEntityImportCommand(entity);
  addEntityStatusCommand(entity);
  addEntityRevokeCommand(entity);
  addEntityDeleteCommand(entity);
}
