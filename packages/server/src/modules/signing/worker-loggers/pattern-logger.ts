import { readLogLevel, type WorkerLogFields, type WorkerLogger, type WorkerLoggerKind } from '../worker-logger.ts';
import type { WorkerProperties } from '../worker-properties.ts';
import { dateFormat, type FormatDate } from '../java-date-format.ts';
import { inOneLine } from './one-line.ts';

/** Logs a line of text in which `${FIELD}` stands for a field. */
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
  const given = properties.text('LOGPATTERN') ?? PLACEHOLDER.source;
  if (given !== PLACEHOLDER.source) properties.report('LOGPATTERN', `has to be ${PLACEHOLDER.source}, or left out`);
  const line = properties.text('LOGORDER') ?? usual;
  if (line === undefined) properties.report('LOGORDER', 'is missing: nothing would be logged');
  const level = readLogLevel(properties);
  const format = readDateFormat(properties);
  return {
    entry: (fields) => ({ level, text: filled(line ?? '', fields, format), fields }),
    audited: () => undefined,
  };
}

function readDateFormat(properties: WorkerProperties): FormatDate {
  const pattern = properties.text('LOGDATEFORMAT') ?? 'yyyy:MM:dd:HH:mm:ss:z';
  const timeZone = properties.text('LOGTIMEZONE') ?? 'GMT';
  const format = dateFormat(pattern, timeZone);
  if (format !== undefined) return format;
  properties.report('LOGDATEFORMAT', `is '${pattern}' in '${timeZone}', which is no date format and time zone of Java`);
  return String;
}

function filled(line: string, fields: WorkerLogFields, format: FormatDate): string {
  return inOneLine(
    line.replaceAll(PLACEHOLDER, (_all, field: string) => {
      const value = fields.get(field) ?? 'null';
      return TIMES.includes(field) && /^\d+$/.test(value) ? format(Number(value)) : value;
    }),
  );
}

const PLACEHOLDER = /\$\{(.+?)\}/g;
const TIMES = ['LOG_TIME', 'TSA_TIME'];
const TIME_STAMP_LINE =
  'LOG_ID: ${LOG_ID}; LOG_TIME: ${LOG_TIME}; CLIENT_IP: ${CLIENT_IP}; WORKER_ID: ${WORKER_ID}; ' +
  'TSA_TIME: ${TSA_TIME}; TSA_SERIALNUMBER: ${TSA_SERIALNUMBER}; TSA_POLICYID: ${TSA_POLICYID}; ' +
  'TSA_PKISTATUS: ${TSA_PKISTATUS}; TSA_PKIFAILUREINFO: ${TSA_PKIFAILUREINFO}; PROCESS_SUCCESS: ${PROCESS_SUCCESS}; ' +
  'EXCEPTION: ${EXCEPTION}; REPLY_TIME: ${REPLY_TIME}';
