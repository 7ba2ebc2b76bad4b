/** The operations of the administration interface that the commands use, with their shapes. */
import { RefusedError } from '../errors.ts';
import { JsonObject } from './json-object.ts';
import type { RestRequest } from './rest-client.ts';
import { RestOperations } from './rest-operations.ts';

/** Path of the interface on a server; it does not depend on the other one's. */
export const ADMINISTRATION_PATH = '/sealwright/v1';

/** Which document. */
export interface DocumentId {
  /** Such as `CERTPROFILE`. */
  readonly type: string;
  readonly name: string;
  /** Empty for types without namespaces. */
  readonly namespace: string;
}

/** Secrets that are asked for. */
interface SecretsRequest {
  /** PEM. */
  readonly certificate: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly extensions: boolean;
}

/** A document as it is listed. */
export interface DocumentHead extends DocumentId {
  readonly id: number;
  readonly version: number;
  readonly builtIn: boolean;
}

export interface Document extends DocumentHead {
  readonly usable: boolean;
  /** Why it is not usable; empty when it is. */
  readonly problems: readonly Problem[];
  readonly settings: Settings;
}

export type Settings = Readonly<Record<string, unknown>>;

/** A setting that is, or would be, changed. */
export interface Difference {
  readonly field: string;
  /** Undefined when there was none. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Problem with a setting. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Result of a change, or of a plan for one. */
export interface Change {
  /** Undefined when it is only planned, or removed. */
  readonly document: Document | undefined;
  readonly differences: readonly Difference[];
  readonly problems: readonly Problem[];
  /** Why the document is stored and cannot be used. */
  readonly warnings: readonly Problem[];
}

/** The documents that name another one, in words. */
export interface DocumentUsers {
  readonly users: readonly string[];
  /** True when there are others besides. */
  readonly more: boolean;
}

/** A crypto token without its settings. */
export interface TokenStatus {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly state: string;
  readonly autoActivation: boolean;
}

export interface KeyPair {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly usage: string | undefined;
}

/** A request for a card verifiable certificate. */
export interface CvCertificateRequest {
  readonly request: Uint8Array;
  readonly profile: string;
  readonly username: string | undefined;
  /** `2027-03-31` */
  readonly expirationDate: string | undefined;
}

/** Options of a change, such as planning it only. */
export interface ChangeOptions {
  readonly dryRun: boolean;
  /** The version that the document has to be at; any when left out. */
  readonly version?: number | undefined;
}

/** The administration interface of one server. Every method throws what `RestClient.send` throws. */
export class AdministrationRest extends RestOperations {
  /** The key revocation list of an SSH CA. */
  async krl(ca: string): Promise<Uint8Array> {
    const path = `/ssh/${encodeURIComponent(ca)}/krl`;
    return (await this.client.send({ method: 'GET', path, accept: '*/*' })).body;
  }

  /** The secrets of the configuration in an envelope (CMS AuthEnvelopedData, DER) for the holder of the key of a certificate. */
  async sealedSecrets(request: SecretsRequest): Promise<Uint8Array> {
    const path = '/configuration/secrets';
    return (
      await this.client.send({ method: 'POST', path, body: request, accept: 'application/cms, application/json' })
    ).body;
  }

  /** The documents of a type that the caller may see. */
  async listDocuments(type: string): Promise<readonly DocumentHead[]> {
    const documents: DocumentHead[] = [];
    for (let after: string | undefined; ;) {
      const path = `/documents/${encodeURIComponent(type)}`;
      const body = await this.#json({ method: 'GET', path, query: { after, limit: String(PAGE_SIZE) } });
      documents.push(...body.objects('documents').map(headOf));
      after = body.optionalText('next');
      if (after === undefined) return documents;
    }
  }

  /** A document, or undefined when there is none that the caller may see. */
  async findDocument(id: DocumentId): Promise<Document | undefined> {
    try {
      return await this.getDocument(id);
    } catch (error) {
      if (error instanceof RefusedError && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  async getDocument(id: DocumentId): Promise<Document> {
    return documentOf(await this.#json({ method: 'GET', path: pathOf(id), query: queryOf(id) }));
  }

  /** Lists the users of a document, in words. */
  async usersOf(id: DocumentId): Promise<DocumentUsers> {
    const body = await this.#json({ method: 'GET', path: `${pathOf(id)}/users`, query: queryOf(id) });
    return { users: body.texts('users'), more: body.boolean('more') };
  }

  createDocument(id: DocumentId, settings: Settings, { dryRun }: Pick<ChangeOptions, 'dryRun'>): Promise<Change> {
    return this.#change({ method: 'POST', path: pathOf(id), query: queryOf(id, dryRun), body: { settings } });
  }

  /** Replaces all settings. */
  changeDocument(id: DocumentId, settings: Settings, { dryRun, version }: ChangeOptions): Promise<Change> {
    return this.#change({ method: 'PUT', path: pathOf(id), query: queryOf(id, dryRun), body: { settings, version } });
  }

  renameDocument(id: DocumentId, newName: string, { dryRun, version }: ChangeOptions): Promise<Change> {
    const body = { new_name: newName, version };
    return this.#change({ method: 'POST', path: `${pathOf(id)}/rename`, query: queryOf(id, dryRun), body });
  }

  removeDocument(id: DocumentId, { dryRun }: Pick<ChangeOptions, 'dryRun'>): Promise<Change> {
    return this.#change({ method: 'DELETE', path: pathOf(id), query: queryOf(id, dryRun) });
  }

  /** The certificate that a CVC CA makes of a request, as it is encoded. */
  async signCvRequest(ca: string, request: CvCertificateRequest): Promise<Uint8Array> {
    const answer = await this.#json({
      method: 'POST',
      path: `/cvc/${encodeURIComponent(ca)}/certificaterequest`,
      body: {
        certificate_request: request.request.toBase64(),
        certificate_profile_name: request.profile,
        username: request.username,
        expiration_date: request.expirationDate,
      },
    });
    return answer.bytes('certificate');
  }

  async tokenStatus(name: string): Promise<TokenStatus> {
    const body = await this.#json({ method: 'GET', path: tokenPath(name) });
    return {
      id: body.integer('id'),
      name: body.text('name'),
      type: body.text('type'),
      state: body.text('state'),
      autoActivation: body.boolean('auto_activation'),
    };
  }

  /** All key pairs of a token, in order of their aliases. */
  async keyPairs(token: string): Promise<readonly KeyPair[]> {
    const keys: KeyPair[] = [];
    for (;;) {
      const query = { after: keys.at(-1)?.alias, limit: String(PAGE_SIZE) };
      const page = (await this.#json({ method: 'GET', path: `${tokenPath(token)}/keys`, query })).objects('keys');
      keys.push(
        ...page.map((key) => ({
          alias: key.text('alias'),
          algorithm: key.text('algorithm'),
          specification: key.text('specification'),
          usage: key.optionalText('key_usage'),
        })),
      );
      if (page.length < PAGE_SIZE) return keys;
    }
  }

  /** Has a key prove itself. */
  async testKeyPair(token: string, alias: string): Promise<void> {
    const path = `${tokenPath(token)}/keys/${encodeURIComponent(alias)}/test`;
    await this.client.send({ method: 'POST', path });
  }

  async #json(request: RestRequest): Promise<JsonObject> {
    return JsonObject.parse(await this.client.send(request));
  }

  async #change(request: RestRequest): Promise<Change> {
    const body = await this.#json(request);
    const document = body.optionalObject('document');
    return {
      document: document && documentOf(document),
      differences: body.objects('differences').map((difference) => ({
        field: difference.text('field'),
        before: difference.value('before'),
        after: difference.value('after'),
      })),
      problems: problemsOf(body),
      warnings: problemsOf(body, 'warnings'),
    };
  }
}

function headOf(body: JsonObject): DocumentHead {
  return {
    type: body.text('type'),
    name: body.text('name'),
    namespace: body.text('namespace'),
    id: body.integer('id'),
    version: body.integer('version'),
    builtIn: body.boolean('built_in'),
  };
}

function documentOf(body: JsonObject): Document {
  return {
    ...headOf(body),
    usable: body.boolean('usable'),
    problems: problemsOf(body),
    settings: body.plainObject('settings'),
  };
}

/** The member `problems` of an answer. */
export function problemsOf(body: JsonObject, member: 'problems' | 'warnings' = 'problems'): readonly Problem[] {
  return body.objects(member).map((problem) => ({ field: problem.text('field'), message: problem.text('message') }));
}

function pathOf({ type, name }: DocumentId): string {
  return `/documents/${encodeURIComponent(type)}/${encodeURIComponent(name)}`;
}

function queryOf({ namespace }: DocumentId, dryRun = false): NonNullable<RestRequest['query']> {
  return { namespace: namespace === '' ? undefined : namespace, dry_run: dryRun ? 'true' : undefined };
}

function tokenPath(name: string): string {
  return `/cryptotokens/${encodeURIComponent(name)}`;
}

const PAGE_SIZE = 1000;
const NOT_FOUND = 404;
