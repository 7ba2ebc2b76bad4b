/** End entities of a server: who may get certificates. */
import type { EndEntityRecord, NamedValue } from '../end-entities/record.ts';
import { RefusedError, UsageError } from '../errors.ts';
import { JsonObject } from './json-object.ts';
import { PENDING, type PendingApproval, pendingApproval } from './pending-approval.ts';
import type { RestAnswer } from './rest-answer.ts';
import type { RestRequest } from './rest-client.ts';
import { OperationsOfBoth } from './rest-operations.ts';

/** An end entity as a search of the server shows it. */
export interface ListedEndEntity {
  readonly username: string;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly status: string;
  readonly token: string;
  readonly extensionData: readonly NamedValue[];
}

/** The whole record of an end entity. */
export interface StoredEndEntity extends EndEntityRecord {
  readonly status: string;
  readonly hasPassword: boolean;
  /** As the administration interface writes it. */
  readonly created: string;
  readonly modified: string;
  readonly version: number;
}

/** A criterion of a search. Those of one property add up, and every property has to hold. */
export interface EndEntityCriterion {
  readonly property: 'QUERY' | 'END_ENTITY_PROFILE' | 'CERTIFICATE_PROFILE' | 'CA' | 'STATUS' | 'MODIFIED_AFTER';
  readonly operation: 'EQUAL' | 'LIKE';
  readonly value: string;
}

/** Outcome of an act on an end entity. */
export type EndEntityOutcome = ({ readonly outcome: 'done' } | PendingApproval) & {
  /** The password that the server has made, which nothing tells again; undefined where it made none. */
  readonly generatedPassword?: string | undefined;
};

/** End entities on one server. Every method throws what `RestClient.send` throws. */
export class EndEntityRest extends OperationsOfBoth {
  /** Returns the record of the end entity of exactly this username, if there is one that the caller may see. */
  async get(username: string): Promise<StoredEndEntity | undefined> {
    const path = `/end-entities/${encodeURIComponent(username)}`;
    try {
      return recordOf(JsonObject.parse(await this.administration.send({ method: 'GET', path })));
    } catch (error) {
      if (error instanceof RefusedError && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  /** Returns the type of token of the end entity of exactly this username, if there is one that the caller may see. */
  async tokenOf(username: string): Promise<string | undefined> {
    // Others may have the text in another letter case, or for their subject.
    const query = { property: 'QUERY', operation: 'EQUAL', value: username } as const;
    const { found } = await this.search([query], MOST_RESULTS);
    return found.find((one) => one.username === username)?.token;
  }

  /** Finds up to `limit` end entities, page by page, in the order in which they were made. */
  async search(
    criteria: readonly EndEntityCriterion[],
    limit: number,
  ): Promise<{ readonly found: readonly ListedEndEntity[]; readonly more: boolean }> {
    const found: ListedEndEntity[] = [];
    const size = Math.min(limit, MOST_RESULTS);
    for (let page = 0; ; page++) {
      const body = { max_number_of_results: size, current_page: page, criteria };
      const answer = await this.client.send({ method: 'POST', path: '/v1/endentity/search', body });
      const result = JsonObject.parse(answer);
      found.push(...result.objects('end_entities').map(endEntityOf));
      const more = result.boolean('more_results');
      if (!more || found.length >= limit) return { found: found.slice(0, limit), more: more || found.length > limit };
    }
  }

  /** Adds an end entity. @param password - undefined: it gets none, or one that the server makes */
  async add(record: EndEntityRecord, password: string | undefined): Promise<EndEntityOutcome> {
    return this.#act({ method: 'POST', path: '/v1/endentity', body: bodyOf(record, password) });
  }

  /**
   * Makes an end entity what becomes of it by a change of what it is. Where somebody else changes it meanwhile, theirs stays: it is read and changed again.
   *
   * @param existing - as it was read
   * @param password - undefined: it stays
   */
  async edit(
    existing: StoredEndEntity,
    change: (existing: StoredEndEntity) => EndEntityRecord,
    password: string | undefined,
  ): Promise<EndEntityOutcome> {
    let current = existing;
    for (let attempt = 1; ; attempt++) {
      const headers = { 'if-match': `"${current.version}"` };
      const body = bodyOf(change(current), password);
      try {
        return await this.#act({ method: 'POST', path: '/v1/endentity/edit', body, headers });
      } catch (error) {
        const isChanged = error instanceof RefusedError && error.status === PRECONDITION_FAILED;
        const again = isChanged && attempt < MOST_ATTEMPTS ? await this.get(existing.username) : undefined;
        if (again === undefined) throw error;
        current = again;
      }
    }
  }

  /** Sets the status. @param password - undefined: it stays */
  async setStatus(
    username: string,
    {
      status,
      token,
      password,
    }: { readonly status: string; readonly token: string; readonly password?: string | undefined },
  ): Promise<EndEntityOutcome | { readonly outcome: 'unchanged'; readonly generatedPassword?: undefined }> {
    const body = { status, token, password };
    try {
      return await this.#act({ method: 'POST', path: `${pathOf(username)}/setstatus`, body });
    } catch (error) {
      if (error instanceof RefusedError && error.status === NOT_MODIFIED) return { outcome: 'unchanged' };
      throw error;
    }
  }

  /** Revokes an end entity with its certificates. @param reason - RFC 5280 §5.3.1 */
  async revoke(username: string, reason: number, options: { readonly removes: boolean }): Promise<EndEntityOutcome> {
    const body = { reason_code: reason, delete: options.removes };
    return this.#act({ method: 'PUT', path: `${pathOf(username)}/revoke`, body });
  }

  /** Removes an end entity, if there is one that the caller may see. Its certificates stay. */
  async remove(username: string): Promise<void> {
    await this.#act({ method: 'DELETE', path: pathOf(username) });
  }

  async #act(request: RestRequest): Promise<EndEntityOutcome> {
    const answer: RestAnswer = await this.client.send({ ...request, accept: '*/*' });
    const generatedPassword = answer.body.length === 0 ? undefined : JsonObject.parse(answer).optionalText('password');
    return { ...(answer.status === PENDING ? pendingApproval(answer) : { outcome: 'done' }), generatedPassword };
  }
}

function pathOf(username: string): string {
  return `/v1/endentity/${encodeURIComponent(username)}`;
}

/** JSON leaves out what is undefined. */
function bodyOf(record: EndEntityRecord, password: string | undefined): object {
  const { serialNumber } = record;
  return {
    username: record.username,
    password,
    subject_dn: record.subjectDn,
    subject_alt_name: record.subjectAltName,
    email: record.email,
    ca_name: record.ca,
    certificate_profile_name: record.certificateProfile,
    end_entity_profile_name: record.endEntityProfile,
    token: record.token,
    status: record.status,
    key_recoverable: record.keyRecoverable,
    account_binding_id: record.accountBindingId,
    start_time: plainTime(record.startTime),
    end_time: plainTime(record.endTime),
    certificate_serial_number: serialNumber === undefined ? undefined : BigInt(`0x${serialNumber}`).toString(),
    extension_data: record.extensionData,
    custom_data: record.customData,
  };
}

/** `2031-05-01 10:00:00`, in UTC. A time after the issuance cannot be sent. */
function plainTime(text: string | undefined): string | undefined {
  if (text === undefined || text.endsWith('Z')) return text?.replace('T', ' ').replace('Z', '');
  throw new UsageError(
    `its certificates begin or end ${text}, which an edit cannot keep; give --not-before and --not-after, or "" to remove them`,
  );
}

function recordOf(body: JsonObject): StoredEndEntity {
  return {
    username: body.text('username'),
    subjectDn: body.text('subject_dn'),
    subjectAltName: body.optionalText('subject_alt_name'),
    email: body.optionalText('email'),
    ca: body.text('ca_name'),
    certificateProfile: body.text('certificate_profile_name'),
    endEntityProfile: body.text('end_entity_profile_name'),
    token: body.text('token'),
    status: body.text('status'),
    hasPassword: body.boolean('has_password'),
    keyRecoverable: body.boolean('key_recoverable'),
    accountBindingId: body.optionalText('account_binding_id'),
    startTime: body.optionalMoment('start_time'),
    endTime: body.optionalMoment('end_time'),
    serialNumber: body.optionalText('certificate_serial_number'),
    extensionData: namedValues(body, 'extension_data'),
    customData: namedValues(body, 'custom_data'),
    created: body.moment('created'),
    modified: body.moment('modified'),
    version: body.integer('version'),
  };
}

function endEntityOf(body: JsonObject): ListedEndEntity {
  return {
    username: body.text('username'),
    subjectDn: body.text('dn'),
    subjectAltName: body.optionalText('subject_alt_name'),
    email: body.optionalText('email'),
    status: body.text('status'),
    token: body.text('token'),
    extensionData: namedValues(body, 'extension_data'),
  };
}

function namedValues(body: JsonObject, name: string): readonly NamedValue[] {
  return body.objects(name).map((entry) => ({ name: entry.text('name'), value: entry.text('value') }));
}

/** Maximum number of results in an answer of the server. */
const MOST_RESULTS = 400;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;
/** Of an edit that others come before. */
const MOST_ATTEMPTS = 20;
const NOT_MODIFIED = 304;
