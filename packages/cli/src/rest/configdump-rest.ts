/** The import of the configuration, with the plan that goes before it. */
import type { Difference } from './administration-rest.ts';
import { JsonObject } from './json-object.ts';
import { RestOperations } from './rest-operations.ts';

/** Items by directory of their type and by file without its ending. */
export type Dump = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parameters of an import, as the interface names them. */
export interface ImportQuery {
  readonly overwrite: string;
  readonly resolve: string;
  readonly initialize: boolean;
  readonly continue: boolean;
  readonly expand: boolean;
  readonly force: boolean;
}

/** The choice of what is exported. */
export interface ExportQuery {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly defaults: boolean;
  readonly extensions: boolean;
  readonly externalCas: boolean;
  readonly comments: boolean;
}

/** A document that is made or changed. */
export interface PlannedItem {
  readonly file: string;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
  readonly differences: readonly Difference[];
}

/** A document of the server that is in no file. */
export interface UnlistedItem {
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
}

/** Outcome of an import. */
export interface ImportResults {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Outcome that an import would have. */
export interface ImportPlan extends ImportResults {
  readonly revision: string;
  readonly changes: readonly PlannedItem[];
  readonly unchanged: number;
  readonly initialized: readonly string[];
  readonly tokenActs: readonly string[];
  readonly consequences: readonly string[];
  readonly unlisted: readonly UnlistedItem[];
}

/** The operations of a server on its whole configuration. Every method throws what `RestClient.send` throws. */
export class ConfigdumpRest extends RestOperations {
  /** Returns the configuration as a ZIP archive of YAML files. */
  async export({ include, exclude, defaults, extensions, externalCas, comments }: ExportQuery): Promise<Uint8Array> {
    const query = {
      ...(include.length > 0 && { include: include.join(';') }),
      ...(exclude.length > 0 && { exclude: exclude.join(';') }),
      defaults: String(defaults),
      extensions: String(extensions),
      externalcas: String(externalCas),
      ...(comments && { comments: 'true' }),
    };
    const { body } = await this.client.send({
      method: 'GET',
      path: '/v1/configdump/configdump.zip',
      query,
      accept: 'application/zip, application/json',
    });
    return body;
  }

  /** Finds out what an import would come to. */
  async plan(dump: Dump, query: ImportQuery): Promise<ImportPlan> {
    const body = await this.#post(dump, { ...texts(query), plan: 'true' });
    const plan = body.object('plan');
    return {
      ...resultsOf(body),
      revision: plan.text('revision'),
      changes: plan.objects('changes').map(itemOf),
      unchanged: plan.integer('unchanged'),
      initialized: plan.texts('initialized'),
      tokenActs: plan.texts('tokenActs'),
      consequences: plan.texts('consequences'),
      unlisted: plan.objects('unlisted').map(headOf),
    };
  }

  /** @param revision - of a plan: refused unless the import comes to exactly that plan */
  async import(dump: Dump, query: ImportQuery, revision: string): Promise<ImportResults> {
    return resultsOf(await this.#post(dump, { ...texts(query), revision }));
  }

  async #post(dump: Dump, query: Readonly<Record<string, string>>): Promise<JsonObject> {
    return JsonObject.parse(await this.client.send({ method: 'POST', path: '/v1/configdump', query, body: dump }));
  }
}

function texts(query: ImportQuery): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function resultsOf(body: JsonObject): ImportResults {
  return { success: body.boolean('success'), errors: body.texts('errors'), warnings: body.texts('warnings') };
}

function headOf(body: JsonObject): UnlistedItem {
  return {
    type: body.text('type'),
    title: body.text('title'),
    name: body.text('name'),
    namespace: body.text('namespace'),
  };
}

function itemOf(body: JsonObject): PlannedItem {
  return {
    ...headOf(body),
    file: body.text('file'),
    kind: body.text('kind'),
    differences: body.objects('differences').map((difference) => ({
      field: difference.text('field'),
      before: difference.value('before'),
      after: difference.value('after'),
    })),
  };
}
