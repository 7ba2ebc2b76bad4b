import type { CliCommand } from '../../cli-command.ts';
import { formatDifferences, formatUnusable } from '../../text/differences.ts';
import { declareDocument, describeDocument, documentIdOf, headJson } from '../../arguments/document-id.ts';
import { UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import type { AdministrationRest, Change, Document, DocumentId, Settings } from '../../rest/administration-rest.ts';
import { readSettingsFile } from '../../files/settings-file.ts';
import { warningsFor } from '../../text/settings-warnings.ts';

interface SetOptions {
  readonly file: string;
  readonly expectVersion?: string;
}

/** `sealwright config set`: makes a document, or replaces its settings. */
export function addConfigSetCommand(config: CliCommand): void {
  declareDocument(config.command('set'))
    .summary('make a document, or replace its settings')
    .description(
      'Makes the document, or replaces all of its settings, and shows what has changed. `placeholder` keeps a secret.',
    )
    .requiredOption('--file <file>', "the settings, YAML or JSON; '-' is standard input")
    .option('--expect-version <number>', 'only when the document is at this version; 0: only when there is none')
    .examples(
      'sealwright config set certprofile "Web Server" --file web-server.yaml',
      'sealwright config get role Clerks | sed s/DENY/ALLOW/ | sealwright config set role Clerks --file -',
    )
    .inSession(async (session, command) => {
      const options = command.opts<SetOptions>();
      const id = documentIdOf(command);
      const expected = parseVersion(options.expectVersion);
      const settings = await readSettingsFile(session.context, options.file);
      const rest = await session.connectToAdministration();
      const present = expected === 0 ? undefined : await rest.findDocument(id);
      const change = await apply(rest, id, settings, present, expected);
      const outcome = present === undefined ? 'made' : change.differences.length === 0 ? 'unchanged' : 'changed';
      session.show({
        text: () => formatDifferences(change.differences) + `${outcome}: ${printable(describeDocument(id))}\n`,
        json: {
          outcome,
          ...(change.document === undefined ? {} : { document: headJson(change.document) }),
          differences: change.differences,
        },
        warnings: [...warningsFor(id, settings), ...change.warnings.map(formatUnusable)],
      });
      return 'success';
    });
}

/** Changed is what was looked at, and nothing that others have made of it since. */
function apply(
  rest: AdministrationRest,
  id: DocumentId,
  settings: Settings,
  present: Document | undefined,
  expected: number | undefined,
): Promise<Change> {
  if (present === undefined && (expected ?? 0) === 0) return rest.createDocument(id, settings, { dryRun: false });
  return rest.changeDocument(id, settings, { dryRun: false, version: expected ?? present?.version });
}

function parseVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--expect-version is '${text}'; it has to be a number`);
}
