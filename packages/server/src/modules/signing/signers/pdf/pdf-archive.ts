/** The properties by which a signed document goes to the disk, too: ARCHIVETODISK and those that name the file. */
import path from 'node:path';
import { dateFormat } from '../../../../kernel/formats/java-date-format.ts';
import type { ProcessContext, SigningRequest, WorkerProperties } from '../../worker-contract/index.ts';

/** Names the file of a request. */
export type NameOfFile = (request: SigningRequest, context: ProcessContext, nowMs: number) => string;

/** Undefined when the worker wants no files. What is wrong with the patterns is reported in any case. */
export function readArchiveToDisk(properties: WorkerProperties): NameOfFile | undefined {
  const directories = readPattern(properties, 'ARCHIVETODISK_PATH_PATTERN', '${DATE:yyyy/MM/dd}');
  const name = readPattern(
    properties,
    'ARCHIVETODISK_FILENAME_PATTERN',
    '${WORKERID}-${REQUESTID}-${DATE:HHmmssSSS}.pdf',
  );
  if (!properties.boolean('ARCHIVETODISK', false)) return undefined;
  const base = properties.requiredText('ARCHIVETODISK_PATH_BASE');
  return (...of) => path.join(base, directories(...of), name(...of).replaceAll(/[/\\]/g, '_'));
}

function readPattern(properties: WorkerProperties, property: string, usual: string): NameOfFile {
  const text = properties.text(property) ?? usual;
  const parts = text.split(PLACEHOLDER).map((part, index) => {
    // Every second part is what stands within ${}.
    const field = index % 2 === 0 ? () => part : fieldCalled(part);
    if (field === undefined) properties.report(property, `has \${${part}}, which is not a known field`);
    return field ?? (() => '');
  });
  if (text.split(/[/\\]/).includes('..')) properties.report(property, 'has .., which leads out of the directory');
  return (...of) => parts.map((part) => part(...of)).join('');
}

function fieldCalled(text: string): NameOfFile | undefined {
  if (!text.startsWith(DATE)) return Object.hasOwn(FIELDS, text) ? cleaned(FIELDS[text]!) : undefined;
  const format = dateFormat(text.slice(DATE.length), 'UTC');
  return format && ((_request, _context, nowMs) => format(nowMs));
}

/** Makes a text of a client part of a name, and never a directory. */
function cleaned(field: NameOfFile): NameOfFile {
  return (...of) =>
    field(...of)
      .slice(0, MAX_FIELD)
      .replaceAll(UNCLEAN, '_');
}

const DATE = 'DATE:';
const PLACEHOLDER = /\$\{([^}]*)\}/;
const MAX_FIELD = 64;
/** Points remain within a name, so that it is not `..`, and no hidden one. */
const UNCLEAN = /[^\p{L}\p{N}@+.-]|^\.|\.$|\.(?=\.)/gu;
const FIELDS: Readonly<Record<string, NameOfFile>> = {
  WORKERID: (_request, { worker }) => String(worker.id),
  WORKERNAME: (_request, { worker }) => worker.name,
  REMOTEIP: ({ client }) => client.remoteAddress,
  REQUESTID: (_request, { requestId }) => String(requestId),
  TRANSACTIONID: (_request, { transactionId }) => transactionId,
  USERNAME: (_request, { username = '' }) => username,
  CUSTOMHEADER1: ({ client }) => client.logged['XCUSTOM1'] ?? '',
};
