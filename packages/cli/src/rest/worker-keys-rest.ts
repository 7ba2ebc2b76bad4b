/** The crypto tokens of workers, and the keys in them. */
import { JsonObject } from './json-object.ts';
import { RestOperations } from './rest-operations.ts';

/** The token of a worker. */
export interface WorkerToken {
  /** `active` or `offline`. */
  readonly state: string;
  /** Why it is offline; undefined when it is not. */
  readonly problem: string | undefined;
  readonly keys: readonly WorkerKey[];
}

export interface WorkerKey {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

/** New key of a worker; the worker's properties give what is left out. */
export interface NewWorkerKey {
  readonly alias: string | undefined;
  readonly algorithm: string | undefined;
  readonly specification: string | undefined;
}

/** The keys of workers on one server. Workers are named by names or ids. Every method throws what `RestClient.send` throws. */
export class WorkerKeysRest extends RestOperations {
  async list(worker: string): Promise<WorkerToken> {
    const body = JsonObject.parse(await this.client.send({ method: 'GET', path: pathOf(worker, 'keys') }));
    return { state: body.text('state'), problem: body.optionalText('problem'), keys: body.objects('keys').map(keyOf) };
  }

  async generate(worker: string, key: NewWorkerKey): Promise<WorkerKey> {
    return keyOf(
      JsonObject.parse(await this.client.send({ method: 'POST', path: pathOf(worker, 'keys'), body: { ...key } })),
    );
  }

  async test(worker: string, alias: string): Promise<void> {
    await this.client.send({ method: 'POST', path: `${pathOf(worker, 'keys')}/${encodeURIComponent(alias)}/test` });
  }

  async remove(worker: string, alias: string): Promise<void> {
    await this.client.send({ method: 'DELETE', path: `${pathOf(worker, 'keys')}/${encodeURIComponent(alias)}` });
  }

  async activate(worker: string, code: string): Promise<void> {
    const body = { authentication_code: code };
    await this.client.send({ method: 'POST', path: pathOf(worker, 'activate'), body });
  }

  async deactivate(worker: string): Promise<void> {
    await this.client.send({ method: 'POST', path: pathOf(worker, 'deactivate') });
  }
}

function pathOf(worker: string, what: string): string {
  return `/workers/${encodeURIComponent(worker)}/${what}`;
}

function keyOf(key: JsonObject): WorkerKey {
  return {
    alias: key.text('alias'),
    algorithm: key.text('algorithm'),
    specification: key.text('specification'),
    publicKey: key.bytes('public_key'),
  };
}
