/** Commands about jobs: work that the server does once, in many steps. */
import type { CliCommand } from '../cli-command.ts';
import type { ListedJob } from '../rest/job-rest.ts';
import { formatTable } from '../terminal/output.ts';

/** `sealwright job`: `list`. */
export function addJobCommands(program: CliCommand): void {
  const job = program
    .command('job')
    .summary('long work in the background, with its progress')
    .description(
      'Commands about jobs: work that follows a change and takes many steps, such as the revocation of all that a CA has issued.',
    );
  job
    .command('list')
    .summary('list jobs')
    .description(
      'Lists jobs: what each does, how far it is, and why its last step failed. First those that have not ended, then the last 100 that have.',
    )
    .examples(
      'sealwright job list',
      `sealwright job list --json | jq -r '.jobs[] | select(.problem) | "\\(.ca): \\(.problem)"'`,
    )
    .inSession(async (session) => {
      const jobs = await (await session.connectToJobs()).list();
      session.show({
        text: () => formatTable(['WORK', 'CA', 'STATE', 'PROGRESS', 'UPDATED', 'PROBLEM'], jobs.map(rowOf)),
        json: { jobs },
      });
      return 'success';
    });
}

function rowOf({ name, purpose, ca, state, progress, updated, problem }: ListedJob): string[] {
  const counts = Object.entries(progress).map(([what, count]) => `${count} ${what}`);
  return [purpose ?? name, ca ?? '', state, counts.join(', '), updated, problem ?? ''];
}
