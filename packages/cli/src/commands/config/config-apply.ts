import type { CliCommand } from '../../cli-command.ts';
import {
  declareImport,
  declareSecrets,
  importQuery,
  isRefusedByWarnings,
  secretsFile,
} from '../../arguments/import-query.ts';
import { readDumpDirectory } from '../../files/dump-directory.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { formatErrors, formatPlan, isEmptyPlan, planJson } from '../../text/import-plan.ts';
import { printable } from '../../terminal/output.ts';

interface ApplyOptions {
  readonly plan?: string;
  readonly continue?: boolean;
}

/** `sealwright config apply`: makes the server what a directory says. */
export function addConfigApplyCommand(config: CliCommand): void {
  declareConfirmation(
    declareSecrets(declareImport(config.command('apply').argument('<directory>', 'a folder for each type in it'))),
  )
    .option('--plan <revision>', 'only exactly this plan, as `config plan` has shown it; without a question')
    .summary('make the server what a directory says')
    .description(
      'Shows what would change, asks, and makes exactly that: all of it, or nothing when somebody else has changed the configuration since. Documents that are in no file stay.',
    )
    .examples(
      'sealwright config apply pki/',
      'sealwright config apply pki/ --initialize --expand --yes',
      'sealwright config apply pki/ --plan 0f3a41bd27c5a9e8d1b6f4027ce8159a',
    )
    .inSession(async (session, command) => {
      const [directory = ''] = command.args;
      const options = command.opts<ApplyOptions>();
      const query = importQuery(command);
      const { dump, warnings } = await readDumpDirectory(directory, secretsFile(command));
      const rest = await session.connectToConfigdump();
      const plan = await rest.plan(dump, query);
      const nothing = isEmptyPlan(plan);
      const isStale = options.plan !== undefined && options.plan !== plan.revision;
      const told = [...warnings, ...plan.warnings, ...(nothing && isStale ? [staleText(options.plan)] : [])];
      const refused =
        (!plan.success && options.continue !== true) || (nothing && isStale) || isRefusedByWarnings(command, told);
      if (refused || nothing) {
        session.show({
          text: () => formatPlan(plan),
          json: { outcome: 'unchanged', plan: planJson(plan) },
          warnings: told,
        });
        return refused ? 'refused' : 'success';
      }
      if (!session.options.json) session.context.writeOut(formatPlan(plan));
      if (options.plan === undefined)
        await requireConfirmation(session, command, 'This changes the configuration of the server.');
      const result = await session.progress.during(
        'applying the plan',
        rest.import(dump, query, options.plan ?? plan.revision),
      );
      session.show({
        text: () =>
          [...formatErrors(result.errors), result.success ? 'applied\n' : 'not applied as a whole\n'].join(''),
        json: { outcome: result.success ? 'applied' : 'failed', errors: result.errors, plan: planJson(plan) },
        warnings: [...warnings, ...result.warnings],
      });
      return result.success ? 'success' : 'refused';
    });
}

function staleText(revision: string): string {
  return `The plan ${printable(revision)} is not what would be done now: the configuration or the dump has changed since. Plan again.`;
}
