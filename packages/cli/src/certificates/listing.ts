/** Lists of certificates, written as they come: a table, CSV or JSON. */
import { createHash } from 'node:crypto';
import { REVOCATION_REASONS } from '@sealwright/pki';
import { formatMoment } from '../arguments/moment.ts';
import { UsageError } from '../errors.ts';
import { formatCsvRecord, plainCell } from '../files/csv-records.ts';
import type { FoundCertificate } from '../rest/certificate-rest.ts';
import type { Session } from '../session.ts';
import { escaped, printable, TableText } from '../terminal/output.ts';

/** The options of a form. */
export interface ListOptions {
  readonly csv?: boolean;
}

/** Columns of a table. */
export type TableColumns = Readonly<Record<string, (certificate: FoundCertificate) => string>>;

/** Number of certificates that were written, and whether nobody reads on. */
export interface WrittenList {
  readonly count: number;
  readonly isCutOff: boolean;
}

/**
 * Writes certificates page by page. Nothing is written before the first page is there.
 *
 * @param options - `columns`: of the table; `limit`: the rest is passed over, with a warning
 * @throws {@link UsageError} for two forms at once
 */
export async function writeList(
  session: Session,
  pages: AsyncIterable<readonly FoundCertificate[]>,
  { csv = false, columns, limit = Infinity }: ListOptions & { readonly columns: TableColumns; readonly limit?: number },
): Promise<WrittenList> {
  const { json } = session.options;
  if (csv && json) throw new UsageError('--csv and --json exclude each other');
  const form = json ? new JsonForm() : csv ? new CsvForm() : new TableForm(columns);
  let count = 0;
  let more = false;
  const write = (text: string) => session.context.streamOut(text);
  for await (const page of pages) {
    const shown = page.slice(0, limit - count);
    if (shown.length > 0 && !(await write(form.page(shown)))) return { count, isCutOff: true };
    count += shown.length;
    more = shown.length < page.length;
    if (more) break;
  }
  await write(form.end(more));
  if (more && !json)
    session.context.writeError(
      `sealwright: warning: there are more than these ${count}; raise --limit, or leave it out\n`,
    );
  return { count, isCutOff: false };
}

/** Members of a certificate, as JSON and CSV have them; undefined where there is none. */
export function membersOf(certificate: FoundCertificate) {
  const { notBefore, notAfter, revokedAt, invalidity, octets } = certificate;
  const moment = (seconds: number | undefined) => (seconds === undefined ? undefined : formatMoment(seconds));
  return {
    serial_number: certificate.serialNumber,
    status: statusOf(certificate),
    subject_dn: certificate.subjectDn,
    subject_alt_name: certificate.subjectAltName,
    issuer_dn: certificate.issuerDn,
    username: certificate.username,
    not_before: moment(notBefore),
    not_after: moment(notAfter),
    revocation_reason: reasonOf(certificate),
    revocation_date: moment(revokedAt),
    invalidity_date: moment(invalidity),
    certificate_profile_name: certificate.certificateProfile,
    end_entity_profile_name: certificate.endEntityProfile,
    type: TYPES[certificate.type] ?? String(certificate.type),
    updated: formatMoment(Math.trunc(certificate.updatedMs / 1000)),
    sha1_fingerprint: certificate.sha1 === '' ? undefined : certificate.sha1,
    sha256_fingerprint: octets === undefined ? undefined : createHash('sha256').update(octets).digest('hex'),
  };
}

/** Returns the word of the status. */
function statusOf({ status }: FoundCertificate): string {
  return STATUSES[status] ?? String(status);
}

/** Returns the name of the reason, such as `KEY_COMPROMISE`; undefined while it is not revoked. */
function reasonOf({ revocationReason }: FoundCertificate): string | undefined {
  if (revocationReason === undefined) return undefined;
  return REASONS.get(revocationReason) ?? String(revocationReason);
}

class TableForm {
  readonly #columns: TableColumns;
  #table: TableText | undefined;

  constructor(columns: TableColumns) {
    this.#columns = columns;
  }

  page(certificates: readonly FoundCertificate[]): string {
    const cells = Object.values(this.#columns);
    const rows = certificates.map((certificate) => cells.map((cell) => cell(certificate)));
    if (this.#table !== undefined) return this.#table.rows(rows);
    this.#table = new TableText(Object.keys(this.#columns), rows);
    return this.#table.begin();
  }

  end(): string {
    return '';
  }
}

class CsvForm {
  #hasBegun = false;

  page(certificates: readonly FoundCertificate[]): string {
    return (
      this.#begin() +
      certificates
        .map((certificate) => {
          const members: Readonly<Record<string, string | undefined>> = membersOf(certificate);
          return formatCsvRecord(CSV_COLUMNS.map((name) => plainCell(members[name] ?? '')));
        })
        .join('')
    );
  }

  /** The header stands in a list of none, too. */
  end(): string {
    return this.#begin();
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return formatCsvRecord(CSV_COLUMNS);
  }
}

class JsonForm {
  #hasBegun = false;

  page(certificates: readonly FoundCertificate[]): string {
    const begin = this.#hasBegun ? ',\n' : BEGIN_OF_JSON + '\n';
    this.#hasBegun = true;
    return begin + certificates.map((one) => escaped(`    ${JSON.stringify(membersOf(one))}`)).join(',\n');
  }

  end(more: boolean): string {
    const begin = this.#hasBegun ? '\n  ' : BEGIN_OF_JSON;
    return `${begin}],\n  "more_results": ${more}\n}\n`;
  }
}

const BEGIN_OF_JSON = '{\n  "certificates": [';
const STATUSES: Readonly<Record<number, string>> = { 20: 'active', 21: 'notified', 40: 'revoked', 60: 'archived' };
const TYPES: Readonly<Record<number, string>> = { 0: 'unknown', 1: 'end-entity', 2: 'sub-ca', 8: 'root-ca', 10: 'ssh' };
const REASONS: ReadonlyMap<number, string> = new Map(
  Object.entries(REVOCATION_REASONS).map(([name, number]) => [number, name]),
);
const CSV_COLUMNS = [
  'serial_number',
  'status',
  'subject_dn',
  'subject_alt_name',
  'issuer_dn',
  'username',
  'not_before',
  'not_after',
  'revocation_reason',
  'revocation_date',
  'invalidity_date',
  'certificate_profile_name',
  'end_entity_profile_name',
  'type',
  'updated',
  'sha1_fingerprint',
  'sha256_fingerprint',
] as const satisfies readonly (keyof ReturnType<typeof membersOf>)[];

/** Text that stands in tables as it is. */
export const LISTED: TableColumns = {
  'SERIAL NUMBER': ({ serialNumber }) => serialNumber,
  STATUS: statusOf,
  EXPIRES: ({ notAfter }) => formatMoment(notAfter),
  USERNAME: ({ username }) => printable(username ?? ''),
  'SUBJECT DN': ({ subjectDn }) => printable(subjectDn),
};
