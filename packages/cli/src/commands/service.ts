/** The commands about what the server does by itself, again and again. */
import type { CliCommand } from '../cli-command.ts';
import { formatTable, printable } from '../terminal/output.ts';
import type { ListedService } from '../rest/service-rest.ts';

/** `sealwright service`: `list` and `run`. */
export function addServiceCommands(program: CliCommand): void {
  const service = program
    .command('service')
    .summary('what the server does by itself')
    .description(
      'Commands about services: CRLs, renewals and removals that the server makes by itself, again and again.',
    );
  addListCommand(service);
  addRunCommand(service);
}

function addListCommand(service: CliCommand): void {
  service
    .command('list')
    .summary('list services')
    .description('Lists services: what each does, when it ran last and what came of it, and when it runs next.')
    .examples(
      'sealwright service list',
      `sealwright service list --json | jq -r '.services[] | select(.last_run.outcome == "failed") | .name'`,
    )
    .inSession(async (session) => {
      const services = await (await session.connectToServices()).list();
      session.show({
        text: () => formatTable(['NAME', 'WORKER', 'EVERY', 'LAST RUN', 'OUTCOME', 'NEXT RUN'], services.map(rowOf)),
        json: { services: services.map(jsonOf) },
      });
      return 'success';
    });
}

function addRunCommand(service: CliCommand): void {
  service
    .command('run')
    .argument('<name>', 'the service')
    .summary('run a service now')
    .description(
      'Has a service do its work now, whether it is due or active or not, and waits until it has. The exit code is 1 when there is nothing to ' +
        'do, and when it runs already.',
    )
    .examples('sealwright service run "CRL Updater"')
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const rest = await session.connectToServices();
      await session.progress.during(`running ${name}`, rest.run(name));
      session.show({ text: () => `worked: ${printable(name)}\n`, json: { outcome: 'worked', name } });
      return 'success';
    });
}

function rowOf({ name, plan, lastRun, nextRun }: ListedService): string[] {
  if (plan === undefined) return [name, 'misconfigured', '', lastRun?.started ?? 'never', outcomeOf(lastRun), ''];
  const next = nextRun ?? (plan.active ? 'not known yet' : 'not active');
  return [name, plan.worker, everyText(plan.intervalSeconds), lastRun?.started ?? 'never', outcomeOf(lastRun), next];
}

function outcomeOf(run: ListedService['lastRun']): string {
  if (run === undefined) return '';
  if (run.outcome === undefined) return 'running, or ended with its process';
  return run.problem === undefined ? run.outcome.replaceAll('-', ' ') : `${run.outcome}: ${run.problem}`;
}

/** In the largest unit that leaves nothing over. */
function everyText(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0)!;
  return `${seconds / length} ${unit}`;
}

function jsonOf({ name, plan, lastRun, nextRun }: ListedService) {
  return {
    name,
    usable: plan !== undefined,
    ...(plan === undefined ? {} : { worker: plan.worker, active: plan.active, interval_seconds: plan.intervalSeconds }),
    // JSON leaves out what is undefined.
    last_run: lastRun,
    next_run: nextRun,
  };
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;
