/** Services of a server, which run again and again. */
import { JsonObject } from './json-object.ts';
import { OperationsOfBoth } from './rest-operations.ts';

/** A service. Times are ISO 8601 in UTC. */
export interface ListedService {
  readonly name: string;
  /** Undefined for one whose settings cannot be used. */
  readonly plan: { readonly worker: string; readonly active: boolean; readonly intervalSeconds: number } | undefined;
  /** Undefined while there was none. */
  readonly lastRun: ServiceRun | undefined;
  /** Undefined for one that does not run by itself. */
  readonly nextRun: string | undefined;
}

export interface ServiceRun {
  readonly started: string;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly ended: string | undefined;
  /** `worked`, `nothing-to-do` or `failed`. */
  readonly outcome: string | undefined;
  readonly problem: string | undefined;
}

/** Services on one server. Every method throws what `RestClient.send` throws. */
export class ServiceRest extends OperationsOfBoth {
  async list(): Promise<readonly ListedService[]> {
    const answer = await this.administration.send({ method: 'GET', path: '/services' });
    return JsonObject.parse(answer).objects('services').map(serviceOf);
  }

  /** Returns when the service has run. */
  async run(name: string): Promise<void> {
    await this.client.send({ method: 'PUT', path: `/v1/system/service/${encodeURIComponent(name)}/run` });
  }
}

function serviceOf(body: JsonObject): ListedService {
  const run = body.optionalObject('last_run');
  return {
    name: body.text('name'),
    plan: body.boolean('usable')
      ? {
          worker: body.text('worker'),
          active: body.boolean('active'),
          intervalSeconds: body.integer('interval_seconds'),
        }
      : undefined,
    lastRun: run && {
      started: run.moment('started'),
      ended: run.optionalMoment('ended'),
      outcome: run.optionalText('outcome'),
      problem: run.optionalText('problem'),
    },
    nextRun: body.optionalMoment('next_run'),
  };
}
