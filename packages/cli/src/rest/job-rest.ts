/** Jobs of a server: work that it does once, in many steps. */
import { JsonObject } from './json-object.ts';
import { RestOperations } from './rest-operations.ts';

/** A job. Times are ISO 8601 in UTC. */
export interface ListedJob {
  readonly name: string;
  /** Undefined for work that only another release of the server knows. */
  readonly purpose: string | undefined;
  /** Undefined for a CA that the caller has no access to, or that no longer exists. */
  readonly ca: string | undefined;
  /** `waiting`, `running`, `done` or `failed`. */
  readonly state: string;
  /** Numbers of things done so far, by what was done with them. */
  readonly progress: Readonly<Record<string, number>>;
  readonly problem: string | undefined;
  readonly created: string;
  readonly updated: string;
}

/** Jobs on one server, by its administration interface. Every method throws what `RestClient.send` throws. */
export class JobRest extends RestOperations {
  async list(): Promise<readonly ListedJob[]> {
    return JsonObject.parse(await this.client.send({ method: 'GET', path: '/jobs' }))
      .objects('jobs')
      .map(jobOf);
  }
}

function jobOf(body: JsonObject): ListedJob {
  const progress = body.optionalObject('progress');
  return {
    name: body.text('name'),
    purpose: body.optionalText('purpose'),
    ca: body.optionalText('ca'),
    state: body.text('state'),
    progress: Object.fromEntries(Object.keys(progress?.members() ?? {}).map((name) => [name, progress!.integer(name)])),
    problem: body.optionalText('problem'),
    created: body.moment('created'),
    updated: body.moment('updated'),
  };
}
