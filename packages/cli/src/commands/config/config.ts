import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addConfigApplyCommand } from './config-apply.ts';
import { addConfigDriftCommand } from './config-drift.ts';
import { addConfigExportCommand } from './config-export.ts';
import { addConfigGetCommand } from './config-get.ts';
import { addConfigListCommand } from './config-list.ts';
import { addConfigPlanCommand } from './config-plan.ts';
import { addConfigRemoveCommand } from './config-remove.ts';
import { addConfigRenameCommand } from './config-rename.ts';
import { addConfigSetCommand } from './config-set.ts';
import { addConfigUsesCommand } from './config-uses.ts';

/** `sealwright config`: the commands about what administrators configure. */
export function addConfigCommands(program: Command, deps: CommandDeps): void {
  const config = program
    .command('config')
    .helpCommand(false)
    .summary('read and change what is configured')
    .description('Commands about documents: profiles, CAs, crypto tokens, roles and whatever else is configured.');
  addConfigListCommand(config, deps);
  addConfigGetCommand(config, deps);
  addConfigUsesCommand(config, deps);
  addConfigPlanCommand(config, deps);
  addConfigApplyCommand(config, deps);
  addConfigDriftCommand(config, deps);
  addConfigExportCommand(config, deps);
  addConfigSetCommand(config, deps);
  addConfigRenameCommand(config, deps);
  addConfigRemoveCommand(config, deps);
}
