import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addEntityAddCommand } from './entity-add.ts';
import { addEntityDeleteCommand } from './entity-delete.ts';
import { addEntityEditCommand } from './entity-edit.ts';
import { addEntityImportCommand } from './entity-import.ts';
import { addEntityListCommand } from './entity-list.ts';
import { addEntityRevokeCommand } from './entity-revoke.ts';
import { addEntityShowCommand } from './entity-show.ts';
import { addEntityStatusCommand } from './entity-status.ts';

/** `sealwright entity`: the commands about end entities. */
export function addEntityCommands(program: Command, deps: CommandDeps): void {
  const entity = program
    .command('entity')
    .helpCommand(false)
    .summary('who may get certificates')
    .description('Commands about end entities: who may get certificates, under which names and profiles.');
  addEntityListCommand(entity, deps);
  addEntityShowCommand(entity, deps);
  addEntityAddCommand(entity, deps);
  addEntityEditCommand(entity, deps);
  addEntityImportCommand(entity, deps);
  addEntityStatusCommand(entity, deps);
  addEntityRevokeCommand(entity, deps);
  addEntityDeleteCommand(entity, deps);
}
