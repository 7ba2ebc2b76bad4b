import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addProfileCreateCommand } from './profile-create.ts';
import { addProfileShowCommand } from './profile-show.ts';
import { addProfileStartersCommand } from './profile-starters.ts';

/** `sealwright profile`: the commands about profiles to begin with. `config` changes what they have made. */
export function addProfileCommands(program: Command, deps: CommandDeps): void {
  const profile = program
    .command('profile')
    .helpCommand(false)
    .summary('make profiles like one of those to begin with')
    .description(
      'Commands about starters: pairs of a certificate profile and an end entity profile for what people issue. ' +
        '`config get`, `config set` and `config remove` are for the profiles that were made.',
    );
  addProfileStartersCommand(profile, deps);
  addProfileShowCommand(profile, deps);
  addProfileCreateCommand(profile, deps);
}
