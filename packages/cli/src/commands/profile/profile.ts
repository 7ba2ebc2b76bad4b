import type { CliCommand } from '../../cli-command.ts';
import { addProfileCreateCommand } from './profile-create.ts';
import { addProfileShowCommand } from './profile-show.ts';
import { addProfileStartersCommand } from './profile-starters.ts';

/** `sealwright profile`: the commands about profiles to begin with. `config` changes what they have made. */
export function addProfileCommands(program: CliCommand): void {
  const profile = program
    .command('profile')
    .summary('make profiles like one of those to begin with')
    .description(
      'Commands about starters: pairs of a certificate profile and an end entity profile for what people issue. ' +
        '`config get`, `config set` and `config remove` are for the profiles that were made.',
    );
  addProfileStartersCommand(profile);
  addProfileShowCommand(profile);
  addProfileCreateCommand(profile);
}
