/** The signer's certificate of a worker: requested, installed, or issued by a CA of this installation in one step. */
import { EXPLICIT_CURVES, requireWorker, type WorkerDocument, workerType } from '../workers/index.ts';
import {
  assembleCertificationRequest,
  AttributeType,
  Certificate,
  defaultSignatureAlgorithm,
  type Der,
  DistinguishedName,
  encodeCertificationRequestInfo,
  formatPem,
  parsePublicKey,
  PkiError,
} from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { ChangeDocuments } from '../../administration/index.ts';
import type { DocumentChange } from '../../configuration/index.ts';
import type { CryptoTokens, KeyPairInfo } from '../../crypto-tokens/index.ts';
import {
  type CaKeyDirectory,
  namedKeyOf,
  requireAdministeredToken,
  requireWorkerToken,
  type TokenOfWorker,
  tokenRights,
  WorkerHasNoKeyError,
} from '../keys/index.ts';
import { BadWorkerCertificateError } from './errors.ts';
import { buildChain, propertiesOf } from '../worker-contract/index.ts';

export interface WorkerCertificatesDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration'> {
  readonly changeDocuments: ChangeDocuments;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair' | 'sign'>;
  readonly caKeys: CaKeyDirectory;
}

/** A worker's key to be certified. */
export interface CertifiableKey {
  readonly worker: WorkerDocument;
  readonly token: TokenOfWorker;
  readonly keyPair: KeyPairInfo;
}

export class WorkerCertificates extends WithDeps<WorkerCertificatesDeps> {
  /**
   * Checks whether {@link request} and {@link install} would be refused, as far as that is known before there is a key.
   *
   * @param further - properties to set with the certificate
   * @returns the subject of the request
   */
  async check(
    administrator: Administrator,
    named: string,
    subjectDn: string | undefined,
    further: Readonly<Record<string, string>>,
  ): Promise<DistinguishedName> {
    const { access, audit, changeDocuments, configuration } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const entry = { event: 'GENCSR', actor: actorOf(administrator), details: { worker: named } } as const;
    return audit.recordingRefusal(entry, async () => {
      const worker = await requireWorker(this.deps.configuration, named);
      const { token } = await requireAdministeredToken(configuration, worker);
      const subject = await this.#requestableSubject(administrator, worker, token, subjectDn);
      await changeDocuments.plan(administrator, await this.#changeOf(worker, further));
      return subject;
    });
  }

  /**
   * Makes a certification request for a key of the worker's token, for any CA.
   *
   * @param named - the worker, by id or name
   * @param alias - the worker's default key unless given
   * @param subjectDn - RFC 4514 text; the worker's property REQUESTDN, or its name as CN, unless given
   * @throws {@link NoSuchWorkerError}, `signing.token_unavailable`, {@link WorkerHasNoKeyError}, `crypto_token.*`
   */
  async request(
    administrator: Administrator,
    named: string,
    { alias, subjectDn }: { readonly alias?: string | undefined; readonly subjectDn?: string | undefined } = {},
  ): Promise<Der<'CertificationRequest'>> {
    const { access, audit, tokens } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const entry = { event: 'GENCSR', actor: actorOf(administrator), details: { worker: named } } as const;
    return audit.recordingRefusal(entry, async () => {
      const { worker, token, keyPair } = await this.keyOf(named, alias);
      const subject = await this.#requestableSubject(administrator, worker, token, subjectDn);
      const publicKey = parsePublicKey(keyPair.publicKey);
      const algorithm = defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
      const info = encodeCertificationRequestInfo({ subject: subject.der, publicKey: publicKey.der });
      const signature = await tokens.sign(token.id, keyPair.alias, algorithm.name, info);
      const details = { worker: worker.name, keyAlias: keyPair.alias, subject: subject.toString() };
      await audit.record({ ...entry, outcome: 'SUCCESS', details });
      return assembleCertificationRequest(info, algorithm, signature);
    });
  }

  /**
   * Installs the worker's certificate with its chain. A certificate for the worker's next key makes that key the default key.
   *
   * @param certificates - DER, in any order
   * @param further - other properties to set with it
   * @throws {@link BadWorkerCertificateError} when none is for a key of the worker, or they do not form a chain
   */
  async install(
    administrator: Administrator,
    named: string,
    certificates: readonly Uint8Array[],
    further: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    await this.#change(administrator, named, async () => {
      const { worker, alias, chain } = await this.#fitting(named, certificates, further['DEFAULTKEY']);
      const selected = alias === namedKeyOf(worker).nextKey ? { DEFAULTKEY: alias, NEXTCERTSIGNKEY: undefined } : {};
      return { worker, changed: { ...selected, ...further, SIGNERCERTCHAIN: pemOf(chain) } };
    });
  }

  /** Sets the worker's next key. @throws {@link NoSuchWorkerError} */
  async nameNextKey(administrator: Administrator, named: string, alias: string): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    await this.#change(administrator, named, async () => ({
      worker: await requireWorker(this.deps.configuration, named),
      changed: { NEXTCERTSIGNKEY: alias },
    }));
  }

  /** @throws {@link NoSuchWorkerError}, `signing.token_unavailable`, {@link WorkerHasNoKeyError}, `crypto_token.*` */
  async keyOf(named: string, alias?: string): Promise<CertifiableKey> {
    const worker = await requireWorker(this.deps.configuration, named);
    const { token, defaultKey } = await requireWorkerToken(this.deps.configuration, worker);
    const chosen = alias ?? defaultKey;
    if (chosen === undefined) throw new WorkerHasNoKeyError(worker.name);
    const keyPair = await this.deps.tokens.getKeyPair(token.id, chosen);
    if (await this.deps.caKeys.speaksForCa(keyPair.publicKey)) throw new WorkerHasNoKeyError(worker.name);
    return { worker, token, keyPair };
  }

  /** Returns the subject of a request that the administrator is allowed, and the worker able, to make. */
  async #requestableSubject(
    administrator: Administrator,
    worker: WorkerDocument,
    token: TokenOfWorker,
    subjectDn: string | undefined,
  ): Promise<DistinguishedName> {
    await this.deps.access.authorize(administrator, ...tokenRights(token, 'use'));
    requireNamedCurves(worker);
    return subjectOf(worker, subjectDn);
  }

  /** Returns the chain that fits one of the worker's keys. */
  async #fitting(named: string, certificates: readonly Uint8Array[], newKey: string | undefined) {
    const all = certificates.map(parse);
    const worker = await requireWorker(this.deps.configuration, named);
    const { nextKey } = namedKeyOf(worker);
    const candidates = newKey === undefined ? [undefined, ...(nextKey === undefined ? [] : [nextKey])] : [newKey];
    for (const alias of candidates) {
      const { keyPair } = await this.keyOf(named, alias);
      const chain = buildChain(all, keyPair.publicKey);
      if (chain !== undefined) return { worker, alias: keyPair.alias, chain };
    }
    throw new BadWorkerCertificateError('none of them is for a key of the worker');
  }

  /** @param make - what is changed of the worker as it is when it is changed; undefined takes a property away */
  async #change(
    administrator: Administrator,
    named: string,
    make: () => Promise<{ worker: WorkerDocument; changed: Readonly<Record<string, string | undefined>> }>,
  ): Promise<void> {
    const act = { kind: 'change', type: workerType.token, name: named } as const;
    await this.deps.changeDocuments.applyLatest(administrator, act, async () => {
      const { worker, changed } = await make();
      return this.#changeOf(worker, changed);
    });
  }

  async #changeOf(
    worker: WorkerDocument,
    changed: Readonly<Record<string, string | undefined>>,
  ): Promise<DocumentChange> {
    const settings = await this.deps.configuration.present(worker);
    const properties = Object.entries({ ...(settings['properties'] as JsonObject), ...changed });
    const kept = Object.fromEntries(properties.filter(([, value]) => value !== undefined)) as JsonObject;
    return {
      kind: 'change',
      type: workerType.token,
      name: worker.name,
      settings: { ...settings, properties: kept },
    };
  }
}

function subjectOf(worker: WorkerDocument, given: string | undefined): DistinguishedName {
  const properties = propertiesOf(worker);
  const text = given ?? properties.text('REQUESTDN');
  try {
    if (text !== undefined) return DistinguishedName.parse(text);
    return DistinguishedName.of([[{ type: COMMON_NAME, value: worker.name.slice(0, MAX_COMMON_NAME) }]]);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new BadWorkerCertificateError(`the subject is not a distinguished name: ${error.message}`, { cause: error });
  }
}

/** @throws {@link BadWorkerCertificateError} for a worker whose requests are to describe curves, which no certificate here may do (RFC 5480 §2.1.1) */
function requireNamedCurves(worker: WorkerDocument): void {
  if (propertiesOf(worker).boolean(EXPLICIT_CURVES, false))
    throw new BadWorkerCertificateError(
      `its property ${EXPLICIT_CURVES} is TRUE, and requests here name the curve of a key`,
    );
}

function parse(der: Uint8Array): Certificate {
  try {
    return Certificate.parse(der);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new BadWorkerCertificateError(`one of them cannot be read: ${cause.message}`, { cause });
  }
}

function pemOf(chain: readonly Certificate[]): string {
  return chain.map(({ der }) => formatPem('CERTIFICATE', der)).join('');
}

const COMMON_NAME = AttributeType.commonName;
/** RFC 5280 A.1, ub-common-name. */
const MAX_COMMON_NAME = 64;
