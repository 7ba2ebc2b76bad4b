/** Certificates of a server: those that there are, as searches show them. */
import { printedSerialNumber } from '@sealwright/pki';
import { JsonObject } from './json-object.ts';
import { RefusedError, UnexpectedAnswerError } from '../errors.ts';
import { OperationsOfBoth } from './rest-operations.ts';

/** A criterion of a search, in the words of the interface. Those of one property add up, and every property has to hold. */
export interface CertificateCriterion {
  readonly property: string;
  readonly operation: 'EQUAL' | 'LIKE' | 'BEGINS_WITH' | 'BEFORE' | 'AFTER';
  readonly value: string;
}

/** An order, in the words of the interface. */
export interface CertificateOrder {
  readonly property: string;
  readonly descending: boolean;
}

/** A certificate that was found. Moments are seconds since 1970, unless the name says otherwise. */
export interface FoundCertificate {
  /** Whole octets in upper-case hex, as `openssl x509 -serial` prints them. */
  readonly serialNumber: string;
  /** The certificate as it was issued; undefined where only its revocation is known. */
  readonly octets: Uint8Array | undefined;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  /** Undefined when the CA was removed. */
  readonly issuerDn: string | undefined;
  readonly username: string | undefined;
  readonly certificateProfile: string | undefined;
  readonly endEntityProfile: string | undefined;
  /** Number of the status. */
  readonly status: number;
  /** Number of the kind of certificate. */
  readonly type: number;
  readonly notBefore: number;
  readonly notAfter: number;
  /** Number of the reason; undefined while it is not revoked. */
  readonly revocationReason: number | undefined;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  /** SHA-1, lower-case hex. */
  readonly sha1: string;
  readonly updatedMs: number;
}

/** A certificate by the names that the CA interface knows it by. */
export interface CertificateName {
  /** Name of the CA. */
  readonly ca: string;
  /** Upper-case hex. */
  readonly serialNumber: string;
}

/** An audit record about a certificate. */
export interface AuditRecord {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly event: string;
  readonly outcome: string;
  /** Name of who did it. */
  readonly actor: string;
  /** All of it, as the server answered it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Every method throws what `RestClient.send` throws. */
export class CertificateRest extends OperationsOfBoth {
  /**
   * Finds certificates, page by page: no more than one page is held.
   *
   * @param criteria - at least one
   * @param options - `order`: that in which they were stored when left out; `limit`: maximum number
   */
  async *find(
    criteria: readonly CertificateCriterion[],
    { order, limit = Infinity }: { readonly order?: CertificateOrder | undefined; readonly limit?: number },
  ): AsyncGenerator<readonly FoundCertificate[]> {
    const size = Math.min(PAGE_SIZE, limit);
    const sort = order && { property: order.property, operation: order.descending ? 'DESC' : 'ASC' };
    let after: string | undefined;
    for (let page = 1, left = limit; left > 0; page++) {
      const body = { criteria, sort, pagination: { page_size: size, current_page: page } };
      // The server remembers for five minutes where a page ended, and readers may take longer.
      const headers = after === undefined ? {} : { 'x-page-after': after };
      const answer = await this.client.send({ method: 'POST', path: SEARCH, body, headers });
      const found = JsonObject.parse(answer).objects('certificates').map(certificateOf);
      // A page may have fewer than asked for, and the next one more.
      if (found.length === 0) return;
      const end = answer.headers?.['x-page-end'];
      yield found.slice(0, left);
      left -= found.length;
      // Servers that say where pages end say it of all that are full.
      if (after !== undefined && end === undefined) return;
      after = typeof end === 'string' ? end : undefined;
    }
  }

  /** Counts all that {@link find} finds. */
  async count(criteria: readonly CertificateCriterion[]): Promise<number> {
    const summary = JsonObject.parse(
      await this.client.send({ method: 'POST', path: SEARCH, body: { criteria } }),
    ).optionalObject('pagination_summary');
    if (summary === undefined) throw new UnexpectedAnswerError("'pagination_summary' is missing in the answer");
    return summary.integer('total_certs');
  }

  /** Finds the name of the certificate of a fingerprint; undefined when there is none that the caller may see. @param fingerprint - SHA-1 or SHA-256, hex */
  async byFingerprint(fingerprint: string): Promise<CertificateName | undefined> {
    const body = await this.#read(fingerprint);
    return body && { ca: body.text('ca_name'), serialNumber: body.text('serial_number') };
  }

  /** Lists the audit records about the certificate of a fingerprint; undefined for callers who may not read them. */
  async auditRecords(
    fingerprint: string,
  ): Promise<{ readonly records: readonly AuditRecord[]; readonly more: boolean } | undefined> {
    // Asking without the right would be a record itself.
    if ((await this.#read(fingerprint))?.boolean('audit_records_readable') !== true) return undefined;
    const path = `/certificates/${fingerprint}/audit-records`;
    const body = JsonObject.parse(await this.administration.send({ method: 'GET', path }));
    return { records: body.objects('audit_records').map(auditRecordOf), more: body.boolean('more') };
  }

  async #read(fingerprint: string): Promise<JsonObject | undefined> {
    try {
      const path = `/certificates/${fingerprint}`;
      return JsonObject.parse(await this.administration.send({ method: 'GET', path }));
    } catch (error) {
      if (error instanceof RefusedError && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }
}

function auditRecordOf(record: JsonObject): AuditRecord {
  return {
    time: record.moment('time'),
    event: record.text('event'),
    outcome: record.text('outcome'),
    actor: record.optionalObject('actor')?.optionalText('name') ?? '',
    json: record.members(),
  };
}

function certificateOf(item: JsonObject): FoundCertificate {
  const seconds = (name: string) => {
    const milliseconds = item.optionalInteger(name) ?? -1;
    return milliseconds === -1 ? undefined : Math.trunc(milliseconds / 1000);
  };
  const reason = item.integer('revocationReason');
  return {
    serialNumber: serialNumberOf(item),
    octets: item.optionalText('base64Cert') === undefined ? undefined : octetsOf(item),
    subjectDn: item.text('subjectDN'),
    subjectAltName: item.optionalText('subjectAltName'),
    issuerDn: item.optionalText('issuerDN'),
    username: item.optionalText('username'),
    certificateProfile: item.optionalText('certificateProfile'),
    endEntityProfile: item.optionalText('endEntityProfile'),
    status: item.integer('status'),
    type: item.integer('type'),
    notBefore: seconds('notBefore') ?? 0,
    notAfter: seconds('expireDate') ?? 0,
    revocationReason: reason === -1 ? undefined : reason,
    revokedAt: seconds('revocationDate'),
    invalidity: seconds('invalidity_date'),
    sha1: item.text('fingerprint'),
    // The interface has always spelled it so.
    updatedMs: item.integer('udpateTime'),
  };
}

/** It becomes a part of file names. */
function serialNumberOf(item: JsonObject): string {
  const text = item.text('serialNumber').toUpperCase();
  if (/^[0-9A-F]{1,64}$/.test(text)) return printedSerialNumber(text);
  throw new UnexpectedAnswerError("'serialNumber' in the answer is not hexadecimal");
}

/** It is base64 of base64. */
function octetsOf(item: JsonObject): Uint8Array {
  const inner = Buffer.from(item.bytes('base64Cert')).toString('latin1');
  try {
    return Uint8Array.fromBase64(inner);
  } catch (cause) {
    throw new UnexpectedAnswerError("'base64Cert' in the answer is not base64 of base64", { cause });
  }
}

const NOT_FOUND = 404;
const SEARCH = '/v2/certificate/search';
/** With the largest certificates that there are, a page is within what an answer may have. */
const PAGE_SIZE = 100;
