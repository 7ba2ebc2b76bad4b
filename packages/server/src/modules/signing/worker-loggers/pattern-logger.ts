import { readLogLevel, type WorkerLogger, type WorkerLoggerKind } from './worker-logger.ts';
import { dateFormat, type FormatDate } from '../../../kernel/formats/java-date-format.ts';
import type { WorkerLogFields, WorkerProperties } from '../worker-contract/index.ts';
import { inOneLine } from '../../../kernel/text/shortened.ts';

/** Logs a line of text in which `${FIELD}`, or what the worker writes instead, stands for a field. */
export const patternLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.PatternWorkerLogger',
  make: (properties) => makePatternLogger(properties, undefined),
};

/** The same with what is of interest of a time-stamp, unless the worker says otherwise. */
export const timeStampLogger: WorkerLoggerKind = {
  className: 'org.signserver.module.tsa.DefaultTimeStampLogger',
  make: (properties) => makePatternLogger(properties, TIME_STAMP_LINE),
};

/** Another name of it. */
export const customTimeStampLogger: WorkerLoggerKind = {
  ...timeStampLogger,
  className: 'org.signserver.module.tsa.CustomTimeStampLogger1',
};

/** @param usual - the line of a worker that gives none; all that has to be given when undefined */
function makePatternLogger(properties: WorkerProperties, usual: string | undefined): WorkerLogger {
  const placeholder = readPlaceholder(properties);
  const given = properties.text('LOGORDER');
  if ((given ?? usual) === undefined) properties.report('LOGORDER', 'is missing: nothing would be logged');
  const parts = given === undefined ? partsOf(usual ?? '', USUAL_PLACEHOLDER) : partsOf(given, placeholder);
  const level = readLogLevel(properties);
  const format = readDateFormat(properties);
  return {
    entry: (fields) => ({ level, text: filled(parts, fields, format), fields }),
    audited: () => undefined,
  };
}

/** Delimiters around the name of a field. */
interface Placeholder {
  readonly open: string;
  readonly close: string;
}

function readPlaceholder(properties: WorkerProperties): Placeholder {
  const pattern = properties.text('LOGPATTERN');
  const placeholder = pattern === undefined ? USUAL_PLACEHOLDER : placeholderOf(pattern);
  if (placeholder !== undefined) return placeholder;
  const shape = `texts around ${FIELD}, with a backslash before each character that is special`;
  properties.report('LOGPATTERN', `is '${pattern}', and has to be two ${shape}: \\$\\{${FIELD}\\}, or <${FIELD}>`);
  return USUAL_PLACEHOLDER;
}

/** No other regular expression is taken, since one can hold up the whole program. */
function placeholderOf(pattern: string): Placeholder | undefined {
  const [open, close, ...more] = pattern.split(FIELD).map(literalOf);
  return open === undefined || close === undefined || more.length > 0 ? undefined : { open, close };
}

/** The text that a regular expression of Java without operators is for. */
function literalOf(source: string): string | undefined {
  return LITERAL.test(source) ? source.replaceAll(/\\(.)/gs, '$1') : undefined;
}

function readDateFormat(properties: WorkerProperties): FormatDate {
  const pattern = properties.text('LOGDATEFORMAT') ?? 'yyyy:MM:dd:HH:mm:ss:z';
  const timeZone = properties.text('LOGTIMEZONE') ?? 'GMT';
  const format = dateFormat(pattern, timeZone);
  if (format !== undefined) return format;
  properties.report('LOGDATEFORMAT', `is '${pattern}' in '${timeZone}', which is not a Java date format and time zone`);
  return String;
}

/** Texts and names of fields in turn, a text first. */
function partsOf(line: string, { open, close }: Placeholder): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; ;) {
    const start = line.indexOf(open, at);
    const end = start < 0 ? -1 : line.indexOf(close, start + open.length + 1);
    if (end < 0) return [...parts, line.slice(at)];
    parts.push(line.slice(at, start), line.slice(start + open.length, end));
    at = end + close.length;
  }
}

function filled(parts: readonly string[], fields: WorkerLogFields, format: FormatDate): string {
  return inOneLine(parts.map((part, index) => (index % 2 === 0 ? part : shown(part, fields, format))).join(''));
}

function shown(field: string, fields: WorkerLogFields, format: FormatDate): string {
  const value = Object.hasOwn(fields, field) ? fields[field]! : 'null';
  return TIMES.includes(field) && /^\d+$/.test(value) ? format(Number(value)) : value;
}

/** Part of a pattern that stands for the name of a field. */
const FIELD = '(.+?)';
const LITERAL = /^(?:\\[^\p{L}\p{N}]|[^\\^$.|?*+()[{])+$/u;
const USUAL_PLACEHOLDER: Placeholder = { open: '${', close: '}' };
const TIMES = ['LOG_TIME', 'TSA_TIME'];
const TIME_STAMP_LINE =
  'LOG_ID: ${LOG_ID}; LOG_TIME: ${LOG_TIME}; CLIENT_IP: ${CLIENT_IP}; WORKER_ID: ${WORKER_ID}; ' +
  'TSA_TIME: ${TSA_TIME}; TSA_SERIALNUMBER: ${TSA_SERIALNUMBER}; TSA_POLICYID: ${TSA_POLICYID}; ' +
  'TSA_PKISTATUS: ${TSA_PKISTATUS}; TSA_PKIFAILUREINFO: ${TSA_PKIFAILUREINFO}; PROCESS_SUCCESS: ${PROCESS_SUCCESS}; ' +
  'EXCEPTION: ${EXCEPTION}; REPLY_TIME: ${REPLY_TIME}';
