import type { CliCommand } from '../cli-command.ts';
import { printable } from '../terminal/output.ts';
import { RefusedError } from '../errors.ts';
import type { Session } from '../session.ts';
import { caWarnings } from '../text/ca-warnings.ts';
import { publisherWarnings } from '../text/publisher-warnings.ts';

/** `sealwright status`: whether a server answers, and which. */
export function addStatusCommand(program: CliCommand): void {
  program
    .command('status')
    .summary('whether a server answers')
    .description(
      'Asks the server for its status. Needs no client certificate; with one it warns of CAs whose certificates nobody can check, and of publishers that fail.',
    )
    .examples('sealwright status', 'sealwright status --server https://ca.example:8443 --cacert ca.pem')
    .inSession(async (session) => {
      const rest = await session.connect('anyone');
      const { status, version, revision } = await rest.status();
      const server = session.options.server.href;
      const warnings = await warningsOf(session);
      session.show({
        text: () => `${printable(status)}: ${printable(revision)} at ${server}\n`,
        json: { status, version, revision, server },
        warnings,
      });
      return 'success';
    });
}

/** Remarks on CAs and publishers, as far as the caller may see them: whether the server answers is for everybody. */
async function warningsOf(session: Session): Promise<readonly string[]> {
  if (!(await session.hasClientIdentity())) return [];
  const cas = ifAllowed(async () => caWarnings(await (await session.connectToCas()).list(), session.context.now()));
  const publishers = ifAllowed(async () => publisherWarnings(await (await session.connectToPublishers()).list()));
  return (await Promise.all([cas, publishers])).flat();
}

async function ifAllowed(warn: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await warn();
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
}
