/** End entities of a server: who may get certificates. */
import { JsonObject } from './json-object.ts';
import type { RestClient } from './rest-client.ts';

/** An end entity as the server shows it. */
export interface ListedEndEntity {
  readonly username: string;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly status: string;
  readonly token: string;
  readonly extensionData: readonly { readonly name: string; readonly value: string }[];
}

/** A criterion of a search. Those of one property add up, and every property has to hold. */
export interface EndEntityCriterion {
  readonly property: 'QUERY' | 'END_ENTITY_PROFILE' | 'CERTIFICATE_PROFILE' | 'CA' | 'STATUS' | 'MODIFIED_AFTER';
  readonly operation: 'EQUAL' | 'LIKE';
  readonly value: string;
}

/** End entities on one server. Every method throws what `RestClient.send` throws. */
export class EndEntityRest {
  readonly #client: RestClient;

  constructor(client: RestClient) {
    this.#client = client;
  }

  /** Returns the end entity of exactly this username, if there is one that the caller may see. */
  async find(username: string): Promise<ListedEndEntity | undefined> {
    // Others may have the text in another letter case, or for their subject.
    const query = { property: 'QUERY', operation: 'EQUAL', value: username } as const;
    const { found } = await this.search([query], MOST_RESULTS);
    return found.find((one) => one.username === username);
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
      const answer = await this.#client.send({ method: 'POST', path: '/v1/endentity/search', body });
      const result = JsonObject.parse(answer);
      found.push(...result.objects('end_entities').map(endEntityOf));
      const more = result.boolean('more_results');
      if (!more || found.length >= limit) return { found: found.slice(0, limit), more: more || found.length > limit };
    }
  }
}

function endEntityOf(body: JsonObject): ListedEndEntity {
  return {
    username: body.text('username'),
    subjectDn: body.text('dn'),
    subjectAltName: body.optionalText('subject_alt_name'),
    email: body.optionalText('email'),
    status: body.text('status'),
    token: body.text('token'),
    extensionData: body
      .objects('extension_data')
      .map((entry) => ({ name: entry.text('name'), value: entry.text('value') })),
  };
}

/** As many as an answer of the server has. */
const MOST_RESULTS = 400;
