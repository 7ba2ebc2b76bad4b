import type { CliCommand } from '../../cli-command.ts';
import { starterDocuments } from '../../starters/starter-documents.ts';
import { STARTER_NAMES } from '../../starters/starters.ts';
import { formatTable } from '../../terminal/output.ts';

/** `sealwright profile starters`: the starters with a line each. Asks no server. */
export function addProfileStartersCommand(profile: CliCommand): void {
  profile
    .command('starters')
    .summary('list the starters')
    .description('Lists the starters, the pairs of profiles that `profile create --like` copies.')
    .examples('sealwright profile starters')
    .inSession(async (session) => {
      const starters = await Promise.all(
        STARTER_NAMES.map(async (name) => {
          const [certificateProfile] = await starterDocuments(name);
          return { name, description: String(certificateProfile?.settings['description']) };
        }),
      );
      session.show({
        text: () =>
          formatTable(
            ['STARTER', 'FOR'],
            starters.map(({ name, description }) => [name, description]),
          ),
        json: { starters },
      });
      return 'success';
    });
}
