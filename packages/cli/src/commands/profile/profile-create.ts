import type { CliCommand } from '../../cli-command.ts';
import { headJson } from '../../arguments/document-id.ts';
import { createProfiles, planProfiles } from '../../starters/create-profiles.ts';
import { issuingCa } from '../../starters/issuing-ca.ts';
import { nextCommand } from '../../starters/next-command.ts';
import { declareLike, type LikeOptions } from '../../starters/options.ts';
import { starterDocuments, starterNamed } from '../../starters/starter-documents.ts';
import { printable } from '../../terminal/output.ts';
import { formatDifferences, formatProblems } from '../../text/differences.ts';

interface CreateOptions extends LikeOptions {
  readonly dryRun?: boolean;
}

/** `sealwright profile create`: a certificate profile and an end entity profile like a starter. */
export function addProfileCreateCommand(profile: CliCommand): void {
  declareLike(profile.command('create').argument('<name>', 'the name that both profiles get'))
    .summary('make a certificate profile and an end entity profile like a starter')
    .description(
      'Makes a certificate profile and an end entity profile of that name, like a starter, and shows the command that gets the first certificate. ' +
        'Profiles that exist are left as they are.',
    )
    .option('--dry-run', 'show what would be made, and make nothing; exit code 1 when the server would refuse it')
    .examples(
      'sealwright profile create Web --like tls-server-private',
      'sealwright profile create "Public web" --like tls-server --ca "Issuing CA" --dry-run',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const { like, ca: cas = [], dryRun = false } = command.opts<CreateOptions>();
      const starter = starterNamed(like);
      const documents = await starterDocuments(starter, { name, cas });
      const rest = await session.connectToAdministration();
      if (dryRun) {
        const plan = await planProfiles(rest, name, documents);
        session.show({
          text: () => formatDifferences(plan.differences) + formatProblems(plan.problems),
          json: plan,
        });
        return plan.problems.length === 0 ? 'success' : 'refused';
      }
      const made = await createProfiles(rest, name, documents);
      const ca = await issuingCa(session, documents[0]!.settings, cas);
      const next = nextCommand(starter, { name, ca: ca.name });
      session.show({
        text: () =>
          made.map(({ type }) => `made: ${type} '${printable(name)}'\n`).join('') + `next: ${printable(next)}\n`,
        json: { outcome: 'made', documents: made.map(headJson), next },
        warnings: ca.warnings,
      });
      return 'success';
    });
}
