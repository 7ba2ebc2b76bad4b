/** The commands that look at workers. */
import type { CliCommand } from '../../cli-command.ts';
import { formatProblem, formatProblems } from '../../text/differences.ts';
import { formatTable, printable } from '../../terminal/output.ts';
import type { TimedService, Worker, WorkersRest, WorkerStatus } from '../../rest/workers-rest.ts';

/** `sealwright worker list`: the workers that there are. */
export function addWorkerListCommand(worker: CliCommand): void {
  worker
    .command('list')
    .summary('list workers')
    .description('Lists the workers.')
    .examples("sealwright worker list --json | jq -r '.workers[].name'")
    .inSession(async (session) => {
      const workers = (await (await session.connectToWorkers()).list()).toSorted((a, b) => a.id - b.id);
      session.show({
        text: () =>
          formatTable(
            ['ID', 'NAME'],
            workers.map(({ id, name }) => [String(id), name]),
          ),
        json: { workers: workers.map(({ id, name }) => ({ id, name })) },
      });
      return 'success';
    });
}

/** `sealwright worker show`: the properties of a worker, and whose certificates it lets in. */
export function addWorkerShowCommand(worker: CliCommand): void {
  worker
    .command('show')
    .argument('<worker>', 'name or id')
    .summary('show a worker')
    .description('Shows the properties of a worker, secrets as `placeholder`, and the rules that let clients in.')
    .examples('sealwright worker show PlainSigner')
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const { id, name, type, properties, rules } = await (await session.connectToWorkers()).get(named);
      session.show({
        text: () => {
          const shown = Object.entries({ NAME: name, TYPE: type, ...properties });
          const lines = shown.map(([key, value]) => `${printable(key)}=${printable(value)}\n`);
          const allowed = rules.map((rule) => `lets in ${printable(describeRule(rule))}\n`);
          return [...lines, ...allowed].join('');
        },
        json: { id, name, type, properties, rules },
      });
      return 'success';
    });
}

/** `sealwright worker status`: whether workers work. */
export function addWorkerStatusCommand(worker: CliCommand): void {
  worker
    .command('status')
    .argument('[workers...]', 'names or ids; all when none is given')
    .summary('show whether workers work, and why not')
    .description('Shows whether workers work, and why not. The exit code is 1 when one of them does not.')
    .examples('sealwright worker status', 'sealwright worker status PlainSigner --json')
    .inSession(async (session, command) => {
      const rest = await session.connectToWorkers();
      const workers: WorkerWithStatus[] = [];
      for (const worker of await workersOf(rest, command.args))
        workers.push({ ...worker, ...(await rest.status(worker.id)) });
      session.show({
        text: () => workers.map(formatStatus).join(''),
        json: {
          workers: workers.map((each) => ({
            id: each.id,
            name: each.name,
            state: each.state,
            problems: each.problems,
            warnings: each.warnings,
            signings: each.signings,
            sign_limit: each.signLimit,
            renewal_due: each.renewalDue,
            service: each.service,
          })),
        },
      });
      return workers.every(({ problems, state }) => problems.length === 0 && state !== 'offline')
        ? 'success'
        : 'refused';
    });
}

/** The lines that say what is wrong with a worker, and what is only to be known of it. */
export function formatRemarks({ problems, warnings }: Pick<WorkerStatus, 'problems' | 'warnings'>): readonly string[] {
  return [
    ...problems.map((problem) => formatProblems([problem])),
    ...warnings.map((each) => `warning: ${formatProblem(each)}\n`),
  ];
}

/** Describes a rule in words. */
export function describeRule({ subjectField, subjectValue, issuer }: Worker['rules'][number]): string {
  return `${subjectField}=${subjectValue} of ${issuer}`;
}

async function workersOf(rest: WorkersRest, given: readonly string[]): Promise<readonly Worker[]> {
  if (given.length === 0) return rest.getAll();
  const workers: Worker[] = [];
  for (const named of given) workers.push(await rest.get(named));
  return workers;
}

type WorkerWithStatus = Worker & WorkerStatus;

function formatStatus(worker: WorkerWithStatus): string {
  const remarks = formatRemarks(worker).map((line) => `  ${line}`);
  return `${printable(worker.name)} (${worker.id}): ${printable(worker.state)}${formatUsage(worker)}${formatRenewal(worker)}\n${remarks.join('')}${formatRuns(worker.service)}`;
}

function formatUsage({ signings, signLimit }: WorkerWithStatus): string {
  if (signings === undefined) return '';
  return signLimit === undefined ? `, ${signings} signings` : `, ${signings} of ${signLimit} signings`;
}

function formatRenewal({ renewalDue }: WorkerWithStatus): string {
  return renewalDue === undefined ? '' : `, to be renewed from ${renewalDue} on`;
}

function formatRuns(service: TimedService | undefined): string {
  if (service === undefined) return '';
  const lines = service.runs.map(({ node, next = 'never', started, ended, problem }) => {
    const last = started === undefined ? 'not yet' : `${started}${ended === undefined ? ', not ended' : ''}`;
    const where = node === undefined ? '' : ` on ${printable(node)}`;
    const failed = problem === undefined ? [] : problem.split('\n').map((line) => `    ! ${printable(line)}\n`);
    return `  ran ${last}${where}, next ${service.active ? next : 'when it is active'}\n${failed.join('')}`;
  });
  return `  ${printable(service.schedule)}\n${lines.join('')}`;
}
