import type { CliCommand } from '../../cli-command.ts';
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
export function addConfigCommands(program: CliCommand): void {
  const config = program
    .command('config')
    .summary('read and change what is configured')
    .description('Commands about documents: profiles, CAs, crypto tokens, roles and whatever else is configured.');
  addConfigListCommand(config);
  addConfigGetCommand(config);
  addConfigUsesCommand(config);
  addConfigPlanCommand(config);
  addConfigApplyCommand(config);
  addConfigDriftCommand(config);
  addConfigExportCommand(config);
  addConfigSetCommand(config);
  addConfigRenameCommand(config);
  addConfigRemoveCommand(config);
}
