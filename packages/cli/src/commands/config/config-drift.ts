import type { CliCommand } from '../../cli-command.ts';
import { declareImport, importQuery, isRefusedByWarnings } from '../../arguments/import-query.ts';
import { readDumpDirectory } from '../../files/dump-directory.ts';
import { formatDrift, isEmptyPlan, planJson } from '../../text/import-plan.ts';

/** `sealwright config drift`: how the server differs from a directory. */
export function addConfigDriftCommand(config: CliCommand): void {
  declareImport(config.command('drift').argument('<directory>', 'a folder for each type in it'))
    .summary('compare the server with a directory')
    .description(
      'Shows how the documents of the server differ from those of a directory, and which are in no file although others of their type are. Exit codes: 0 no difference, 2 differences, 1 any failure.',
    )
    .examples('sealwright config drift pki/')
    .inSession(async (session, command) => {
      const [directory = ''] = command.args;
      const { dump, warnings } = await readDumpDirectory(directory);
      const plan = await (await session.connectToConfigdump()).plan(dump, importQuery(command));
      const told = [...warnings, ...plan.warnings];
      session.show({
        text: () => formatDrift(plan),
        json: { ...planJson(plan), unlisted: plan.unlisted },
        warnings: told,
      });
      if (!plan.success || isRefusedByWarnings(command, told)) return 'refused';
      return isEmptyPlan(plan) && plan.unlisted.length === 0 ? 'success' : 'changes';
    });
}
