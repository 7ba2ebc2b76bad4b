/** The commands about what is published elsewhere. */
import type { CliCommand } from '../cli-command.ts';
import type { ListedPublisher } from '../rest/publisher-rest.ts';
import { formatTable, printable } from '../terminal/output.ts';

/** `sealwright publisher`: `list`, `test` and `retry`. */
export function addPublisherCommands(program: CliCommand): void {
  const publisher = program
    .command('publisher')
    .summary('certificates and CRLs, taken elsewhere')
    .description(
      'Commands about publishers, which take certificates and CRLs to directories, web servers and receivers of others. `config` creates and changes them.',
    );
  addListCommand(publisher);
  addTestCommand(publisher);
  addRetryCommand(publisher);
}

function addListCommand(publisher: CliCommand): void {
  publisher
    .command('list')
    .summary('list publishers')
    .description(
      'Lists publishers: how many objects wait in the queue of each, how many wait for a person, since when the oldest does, and the last error.',
    )
    .examples(
      'sealwright publisher list',
      `sealwright publisher list --json | jq -r '.publishers[] | select(.state == "failing") | .name'`,
    )
    .inSession(async (session) => {
      const publishers = await (await session.connectToPublishers()).list();
      session.show({
        text: () =>
          formatTable(['NAME', 'TYPE', 'STATE', 'WAITING', 'HELD', 'OLDEST', 'LAST ERROR'], publishers.map(rowOf)),
        json: { publishers },
      });
      return 'success';
    });
}

function addTestCommand(publisher: CliCommand): void {
  publisher
    .command('test')
    .argument('<name>', 'the publisher')
    .summary('try what publishing needs')
    .description(
      'Has the server connect to the place of a publisher and log in, as far as that leaves nothing behind. The exit code is 1 when it cannot publish there.',
    )
    .examples('sealwright publisher test "Mirror"')
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const rest = await session.connectToPublishers();
      const problem = await session.progress.during(`testing ${name}`, rest.test(name));
      session.show({
        text: () => `${problem === undefined ? 'passed' : 'failed'}: ${printable(problem ?? name)}\n`,
        json: { name, passed: problem === undefined, problem },
      });
      return problem === undefined ? 'success' : 'refused';
    });
}

function addRetryCommand(publisher: CliCommand): void {
  publisher
    .command('retry')
    .argument('<name>', 'the publisher')
    .summary('try again what was refused')
    .description(
      'Has the server try again at once what a publisher has refused or what has failed too often, and a publisher that fails.',
    )
    .examples('sealwright publisher retry "Mirror"')
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const retried = await (await session.connectToPublishers()).retry(name);
      session.show({
        text: () => `tried again: ${retried} ${retried === 1 ? 'object' : 'objects'} of ${printable(name)}\n`,
        json: { name, retried },
      });
      return 'success';
    });
}

function rowOf({ name, type, state, isMissed, waiting, held, oldest, lastError }: ListedPublisher): string[] {
  const problem = isMissed ? 'cannot be used as it is set, although profiles or CAs name it' : lastError;
  return [name, type, state, countText(waiting), countText(held), oldest ?? '', problem ?? ''];
}

/** Returns a count; the server stops counting at {@link MOST_COUNTED}. */
function countText(count: number): string {
  return count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}

const MOST_COUNTED = 1000;
