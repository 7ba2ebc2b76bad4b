/** Publishers of a server, and their queues. */
import { JsonObject } from './json-object.ts';
import { RestOperations } from './rest-operations.ts';

/** A publisher. Times are ISO 8601 in UTC. */
export interface ListedPublisher {
  readonly name: string;
  readonly type: string;
  /** `working`, `failing`, `held`, `disabled` or `unusable`. */
  readonly state: string;
  /** True of one that cannot be used although profiles or CAs name it. */
  readonly isMissed: boolean;
  readonly waiting: number;
  readonly held: number;
  readonly oldest: string | undefined;
  readonly failingSince: string | undefined;
  readonly nextAttempt: string | undefined;
  readonly lastError: string | undefined;
  readonly lastSuccess: string | undefined;
}

/** Publishers on one server, by its administration interface. Every method throws what `RestClient.send` throws. */
export class PublisherRest extends RestOperations {
  async list(): Promise<readonly ListedPublisher[]> {
    const answer = await this.client.send({ method: 'GET', path: '/publishers' });
    return JsonObject.parse(answer).objects('publishers').map(publisherOf);
  }

  /** Returns why a publisher could not publish; undefined when it could. */
  async test(name: string): Promise<string | undefined> {
    const answer = JsonObject.parse(await this.client.send({ method: 'POST', path: `${pathOf(name)}/test` }));
    return answer.boolean('passed') ? undefined : answer.text('problem');
  }

  /** Returns how many objects are tried again. */
  async retry(name: string): Promise<number> {
    const answer = await this.client.send({ method: 'POST', path: `${pathOf(name)}/retry` });
    return JsonObject.parse(answer).integer('retried');
  }
}

function pathOf(name: string): string {
  return `/publishers/${encodeURIComponent(name)}`;
}

function publisherOf(body: JsonObject): ListedPublisher {
  return {
    name: body.text('name'),
    type: body.text('type'),
    state: body.text('state'),
    isMissed: body.optionalBoolean('missed') ?? false,
    waiting: body.integer('waiting'),
    held: body.integer('held'),
    oldest: body.optionalMoment('oldest'),
    failingSince: body.optionalMoment('failing_since'),
    nextAttempt: body.optionalMoment('next_attempt'),
    lastError: body.optionalText('last_error'),
    lastSuccess: body.optionalMoment('last_success'),
  };
}
