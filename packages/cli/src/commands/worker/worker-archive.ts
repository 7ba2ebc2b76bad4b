/** The commands about what workers have archived. */
import { readLimit } from '../../arguments/limit.ts';
import type { CliCommand } from '../../cli-command.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { parseMoment } from '../../arguments/moment.ts';
import { formatTable, printable } from '../../terminal/output.ts';
import type { ArchiveEntry } from '../../rest/archive-rest.ts';
import { StagedFiles } from '../../files/staged-files.ts';

/** `sealwright worker archive`: the commands about what a worker was sent and has answered. */
export function addWorkerArchiveCommands(worker: CliCommand): void {
  const archive = worker
    .command('archive')
    .summary('what workers have archived')
    .description('Commands about what a worker was sent and has answered, as far as it archives that.');
  addListCommand(archive);
  addGetCommand(archive);
  addRemoveCommand(archive);
}

function addListCommand(archive: CliCommand): void {
  archive
    .command('list')
    .argument('<worker>', 'name or id')
    .option('--limit <number>', 'how many at most', '100')
    .summary('list archived documents')
    .description('Lists the documents of a worker in the archive, the newest first.')
    .examples('sealwright worker archive list PDFSigner --limit 10')
    .inSession(async (session, command) => {
      const [worker = ''] = command.args;
      const most = readLimit(command.opts<{ readonly limit: string }>().limit, 999_999);
      const documents = await (await session.connectToArchive()).list(worker, most);
      session.show({
        text: () => formatTable(['TIME', 'TYPE', 'ARCHIVE ID', 'OCTETS', 'CLIENT'], documents.map(rowOf)),
        json: { documents: documents.map(jsonOf) },
      });
      return 'success';
    });
}

function addGetCommand(archive: CliCommand): void {
  archive
    .command('get')
    .argument('<worker>', 'name or id')
    .argument('<archive-id>', 'as the answer of the worker, its log and the list have it')
    .requiredOption('--out <file>', 'the file')
    .option('--request', 'what the client sent, instead of what it was answered')
    .option('--force', 'overwrite the file')
    .summary('get an archived document')
    .description('Writes a document of the archive to a file. That it was read is recorded.')
    .examples(
      'sealwright worker archive get PDFSigner 0f7a1c... --out signed.pdf',
      'sealwright worker archive get PDFSigner 0f7a1c... --request --out sent.pdf',
    )
    .inSession(async (session, command) => {
      const [worker = '', archiveId = ''] = command.args;
      const { out, request, force = false } = command.opts<GetOptions>();
      const files = new StagedFiles({ force });
      const output = { path: out, mode: 0o600 } as const;
      await files.requireFree([output]);
      const rest = await session.connectToArchive();
      try {
        const type = request === true ? 'REQUEST' : 'RESPONSE';
        await rest.get(worker, archiveId, type, (pieces) => files.stage(output, pieces));
        await files.publish();
      } catch (error) {
        await files.discard();
        throw error;
      }
      session.show({ text: () => `${out}\n`, json: { worker, archive_id: archiveId, file: out } });
      return 'success';
    });
}

function addRemoveCommand(archive: CliCommand): void {
  declareConfirmation(archive.command('remove'))
    .argument('<worker>', 'name or id')
    .requiredOption('--before <moment>', 'ISO 8601: what was archived before it')
    .summary('remove old documents')
    .description('Removes the documents of a worker that were archived before a moment. There is no way back.')
    .examples('sealwright worker archive remove PDFSigner --before 2025-01-01T00:00:00Z --yes')
    .inSession(async (session, command) => {
      const [worker = ''] = command.args;
      const before = parseMoment(command.opts<{ readonly before: string }>().before, '--before');
      const what = `This removes what the worker '${worker}' has archived before ${before} for good.`;
      await requireConfirmation(session, command, what);
      const removed = await (await session.connectToArchive()).remove(worker, before);
      session.show({ text: () => `removed: ${removed} documents\n`, json: { worker, before, removed } });
      return 'success';
    });
}

interface GetOptions {
  readonly out: string;
  readonly request?: true;
  readonly force?: boolean;
}

function rowOf({ time, type, archiveId, octets, clientAddress }: ArchiveEntry): string[] {
  return [time, type, archiveId, String(octets), clientAddress].map((text) => printable(text));
}

function jsonOf({ uniqueId, archiveId, clientAddress, clientIssuer, clientSerial, ...rest }: ArchiveEntry) {
  return {
    unique_id: uniqueId,
    archive_id: archiveId,
    ...rest,
    client_address: clientAddress,
    ...(clientIssuer === undefined ? {} : { client_issuer: clientIssuer, client_serial: clientSerial }),
  };
}
