import { setTimeout as pause } from 'node:timers/promises';
import type { CliCommand } from '../../cli-command.ts';
import {
  checkLines,
  type Import,
  importFile,
  type ImportResult,
  survey,
  type Survey,
} from '../../end-entities/import/import.ts';
import type { ReportLine } from '../../end-entities/import/report.ts';
import { readRecordOptions, type RecordOptions } from '../../end-entities/record-options.ts';
import { TOKENS } from '../../end-entities/record.ts';
import { UsageError } from '../../errors.ts';
import type { Ending, Session } from '../../session.ts';
import { printable, type Result } from '../../terminal/output.ts';

interface ImportOptions extends Pick<RecordOptions, 'ca' | 'endEntityProfile' | 'profile' | 'token'> {
  readonly update?: true;
  readonly dryRun?: true;
  readonly connections: string;
}

/** `sealwright entity import`: adds the end entities of a file. */
export function addEntityImportCommand(entity: CliCommand): void {
  entity
    .command('import')
    .argument('<file>', 'CSV with a header, UTF-8')
    .option('--ca <name>', 'CA of lines that name none')
    .option('--profile <name>', 'certificate profile of lines that name none')
    .option('--end-entity-profile <name>', 'end entity profile of lines that name none; EMPTY when left out')
    .option('--token <type>', `token of lines that name none, one of ${TOKENS.join(', ')}; USERGENERATED when left out`)
    .option('--update', 'edit end entities that are there already and not as the file says')
    .option('--dry-run', 'only check the file, and send nothing')
    .option('--connections <number>', 'requests at once', '32')
    .summary('add the end entities of a file')
    .description(
      'Adds the end entities of a CSV file. Its header names the columns: username, password, subject_dn, subject_alt_name, email, ca_name, ' +
        'certificate_profile_name, end_entity_profile_name, token, status, key_recoverable, account_binding_id, start_time, end_time, ' +
        'certificate_serial_number, extension_data:NAME and custom_data:NAME. Writes FILE.report.csv, with what became of each line. When it was ' +
        'cut off, run it again: it goes on. The exit code is 1 when a line was refused.',
    )
    .examples(
      'sealwright entity import staff.csv --dry-run --ca ManagementCA --profile ENDUSER',
      'sealwright entity import staff.csv --ca ManagementCA --profile ENDUSER --token P12',
      'sealwright entity import staff.csv --ca ManagementCA --profile ENDUSER --update',
    )
    .inSession(async (session, command) => {
      const { update = false, dryRun, connections: text, ...defaults } = command.opts<ImportOptions>();
      const connections = readConnections(text);
      const asked: Import = { file: command.args[0]!, defaults: readRecordOptions(defaults), update };
      const surveyed = await session.progress.during('reading the file', survey(asked));
      return dryRun === true ? check(session, asked, surveyed) : send(session, asked, surveyed, connections);
    });
}

async function send(session: Session, asked: Import, surveyed: Survey, connections: number): Promise<Ending> {
  const rest = await session.connectToEndEntities();
  const server = session.options.server.href;
  const result = await session.progress.counting('importing', surveyed.lines, (onProgress) =>
    importFile(rest, asked, surveyed, { connections, wait, onProgress, server }),
  );
  session.show(importResult(asked, surveyed, result));
  const { refused, pending } = result.counts;
  return refused > 0 ? 'refused' : pending > 0 ? 'pending-approval' : 'success';
}

async function check(session: Session, asked: Import, { lines }: Survey): Promise<Ending> {
  const shown: ReportLine[] = [];
  let wrong = 0;
  for await (const line of checkLines(asked)) {
    if (wrong++ < MOST_SHOWN) shown.push(line);
  }
  const more = wrong - shown.length;
  session.show({
    text: () =>
      shown.map(({ line, detail }) => `line ${line}: ${printable(detail)}\n`).join('') +
      (more > 0 ? `${more} more lines are wrong\n` : '') +
      `${printable(asked.file)}: ${lines} lines, ${wrong} wrong; nothing was sent\n`,
    json: { outcome: 'checked', lines, wrong, problems: shown.map(({ line, detail }) => ({ line, problem: detail })) },
  });
  return wrong > 0 ? 'refused' : 'success';
}

function importResult({ file }: Import, { lines }: Survey, { counts, report }: ImportResult): Result {
  const { added, unchanged, updated, pending, refused } = counts;
  const told = [
    [added, 'added'],
    [updated, 'changed'],
    [unchanged, 'there already'],
    [pending, 'waiting for approval'],
    [refused, 'refused'],
  ] as const;
  return {
    text: () =>
      `${printable(file)}: ${lines} lines: ${told
        .filter(([count]) => count > 0)
        .map(([count, what]) => `${count} ${what}`)
        .join(', ')}\n  report  ${report}\n`,
    json: { outcome: 'imported', lines, added, updated, unchanged, pending, refused, files: { report } },
  };
}

function readConnections(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_CONNECTIONS) return Number(text);
  throw new UsageError(`--connections is '${printable(text)}'; it has to be a number from 1 to ${MOST_CONNECTIONS}`);
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch {
    // The next attempt finds that it is not to be made.
  }
}

/** Wrong lines that a check shows. */
const MOST_SHOWN = 100;
const MOST_CONNECTIONS = 256;
