/**
 * The CA REST interface over TLS before use cases that only note what they were asked and answer what a test sets.
 *
 * They have the types of the real ones, so that a test sees what the routes make of requests and results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../src/kernel/clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { AppError, type ErrorKind } from '../../src/kernel/errors.ts';
import type { Administrator } from '../../src/modules/access/index.ts';
import type { Authenticator, Credentials } from '../../src/http/interface/authentication.ts';
import { caRestInterface } from '../../src/http/ca-rest/index.ts';
import type { Compatibility } from '../../src/http/ca-rest/operation-scope.ts';
import type { CaRestUseCases } from '../../src/http/ca-rest/use-cases.ts';
import type { ServiceName } from '../../src/kernel/service-names.ts';
import { AnswerMemory } from '../../src/http/bodies/answer-memory.ts';
import { BodyMemory } from '../../src/http/bodies/body-memory.ts';
import { Listeners } from '../../src/http/listener/listener.ts';
import { Spool } from '../../src/http/uploads/index.ts';
import { makeCa, type TestCa, type TestCertificate, tlsMaterial } from './test-pki.ts';
import { send, type TestRequest, type TestResponse } from './request.ts';

/** A failure of a use case with a kind and code of the test's choice. */
export class TestError extends AppError {
  override readonly kind: ErrorKind;
  override readonly code: string;

  constructor(kind: ErrorKind, code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

export interface Call {
  readonly name: string;
  /** Of the caller. */
  readonly credentials: Credentials;
  readonly arguments: readonly unknown[];
}

/** Everything that can be asked, by names of these tests. */
interface Asked {
  readonly exportAll: CaRestUseCases['configdump']['exportConfiguration']['all'];
  readonly exportItem: CaRestUseCases['configdump']['exportConfiguration']['item'];
  readonly exportType: CaRestUseCases['configdump']['exportConfiguration']['type'];
  readonly listCas: CaUseCases['readAuthorities']['list'];
  readonly caChain: CaUseCases['readAuthorities']['chain'];
  readonly latestCrl: CaUseCases['readAuthorities']['latestCrl'];
  readonly activateCa: CaUseCases['caActivation']['activate'];
  readonly deactivateCa: CaUseCases['caActivation']['deactivate'];
  readonly generateCsr: CaUseCases['requestCaCertificate']['request'];
  readonly createCrl: CaUseCases['createCrls']['create'];
  readonly authorizeImport: CaUseCases['importCrl']['authorize'];
  readonly importCrl: CaUseCases['importCrl']['import'];
  readonly sshPublicKey: CaUseCases['readSshAuthorities']['publicKey'];
  readonly revoke: CaUseCases['revokeCertificate']['revoke'];
  readonly revocationStatus: CaUseCases['revokeCertificate']['status'];
  readonly enrollKeystore: CaRestUseCases['ra']['enrollKeystore']['enroll'];
  readonly dryRunOfSsh: CaRestUseCases['ra']['enrollSsh']['dryRun'];
  readonly dryRunOfKeystore: CaRestUseCases['ra']['enrollKeystore']['dryRun'];
  readonly dryRunWithRequest: CaRestUseCases['ra']['enrollWithRequest']['dryRun'];
  readonly dryRunWithPassword: CaRestUseCases['ra']['enrollWithPassword']['dryRun'];
  readonly dryRunOfFinalization: CaRestUseCases['ra']['finalizeEnrollment']['dryRun'];
  readonly addEndEntity: CaRestUseCases['ra']['addEndEntity']['add'];
  readonly editEndEntity: CaRestUseCases['ra']['editEndEntity']['edit'];
  readonly enrollWithRequest: CaRestUseCases['ra']['enrollWithRequest']['enroll'];
  readonly enrollWithPassword: CaRestUseCases['ra']['enrollWithPassword']['enroll'];
  readonly enrollSsh: CaRestUseCases['ra']['enrollSsh']['enroll'];
  readonly finalizeEnrollment: CaRestUseCases['ra']['finalizeEnrollment']['finalize'];
  readonly importKeystores: CaRestUseCases['ra']['importKeystores']['import'];
  readonly recoverKey: CaRestUseCases['ra']['recoverKey']['recover'];
  readonly removeEndEntity: CaRestUseCases['ra']['removeEndEntity']['remove'];
  readonly revokeEndEntity: CaRestUseCases['ra']['revokeEndEntity']['revoke'];
  readonly setEndEntityStatus: CaRestUseCases['ra']['setEndEntityStatus']['set'];
  readonly certificateProfile: CaRestUseCases['ra']['readCertificateProfile']['get'];
  readonly endEntityProfile: CaRestUseCases['ra']['readEndEntityProfiles']['get'];
  readonly endEntityProfiles: CaRestUseCases['ra']['readEndEntityProfiles']['list'];
  readonly searchCertificates: CaRestUseCases['ra']['searchCertificates']['search'];
  readonly countFound: CaRestUseCases['ra']['searchCertificates']['count'];
  readonly countIssued: CaRestUseCases['ra']['searchCertificates']['countIssued'];
  readonly expiring: CaRestUseCases['ra']['searchCertificates']['expiring'];
  readonly searchEndEntities: CaRestUseCases['ra']['searchEndEntities']['search'];
  readonly importDump: CaRestUseCases['configdump']['importConfiguration']['import'];
  readonly planDump: CaRestUseCases['configdump']['importConfiguration']['plan'];
  readonly runService: CaRestUseCases['services']['runService']['run'];
  readonly activateCryptoToken: TokenUseCases['activate'];
  readonly deactivateCryptoToken: TokenUseCases['deactivate'];
  readonly generateKeys: TokenUseCases['generateKeyPair'];
  readonly removeKeys: TokenUseCases['removeKeyPair'];
  readonly approvalStatus: CaRestUseCases['approvals']['readApprovals']['status'];
  readonly readApproval: CaRestUseCases['approvals']['readApprovals']['get'];
  readonly searchApprovals: CaRestUseCases['approvals']['searchApprovals']['search'];
  readonly processApproval: CaRestUseCases['approvals']['processApproval']['process'];
}

type CaUseCases = CaRestUseCases['ca'];
type TokenUseCases = CaRestUseCases['tokens']['operateTokens'];

export interface CaRestFixture {
  readonly url: string;
  readonly listeners: Listeners;
  readonly ca: TestCa;
  readonly client: TestCertificate;
  /** The calls of the use cases, in order. */
  readonly calls: Call[];
  readonly logged: Record<string, unknown>[];
  /** Their answers; a test sets those that it needs. */
  answers: { -readonly [K in keyof Asked]?: () => Awaited<ReturnType<Asked[K]>> };
  /** The octets of each CRL, in pieces. */
  crlPieces: readonly Uint8Array[];
  /** Thrown by authentication when set. */
  refusal: AppError | undefined;
  /** True when the caller is in a role. */
  inRole: boolean;
  disabled: ServiceName[];
  /** True when the caller may do everything. */
  mayDoEverything: boolean;
  /** A request under the interface's prefix, with the client certificate unless told otherwise. */
  ask(path: string, request?: TestRequest): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** The time of these tests. */
export const NOW = Date.UTC(2031, 4, 1, 10, 0, 0);

/** The body of an enrollment with a request. */
export const ENROLLMENT_BODY = {
  certificate_request: '-----BEGIN CERTIFICATE REQUEST-----\r\nMIIC\r\n-----END CERTIFICATE REQUEST-----\n',
  certificate_profile_name: 'TLS',
  end_entity_profile_name: 'Web',
  certificate_authority_name: 'Issuing CA',
  username: 'alice',
};

export async function startCaRest(compatibility: Compatibility = 'documented'): Promise<CaRestFixture> {
  const clock: Clock = { nowMs: () => NOW };
  const ca = makeCa('Test CA');
  const server = ca.issue('localhost');
  const client = ca.issue('client');
  const calls: Call[] = [];
  const callers = new WeakMap<Administrator, Credentials>();
  const logged: Record<string, unknown>[] = [];
  /** A use case that notes what it was asked and answers what the test has set. */
  const asked = <K extends keyof Asked>(name: K): Asked[K] => {
    const ask = async (caller: Administrator, ...args: readonly unknown[]): Promise<unknown> => {
      calls.push({ name, credentials: callers.get(caller)!, arguments: args });
      const answer = fixture.answers[name];
      if (answer === undefined) throw new RangeError(`the test set no answer for ${name}`);
      return answer();
    };
    return ask as unknown as Asked[K];
  };
  const useCases: CaRestUseCases = {
    approvals: {
      processApproval: { process: asked('processApproval') },
      readApprovals: { get: asked('readApproval'), status: asked('approvalStatus') },
      searchApprovals: { search: asked('searchApprovals') },
    },
    ca: {
      caActivation: { activate: asked('activateCa'), deactivate: asked('deactivateCa') },
      createCrls: { create: asked('createCrl') },
      crls: {
        read: async function* () {
          yield* fixture.crlPieces;
        },
      },
      importCrl: { authorize: asked('authorizeImport'), import: asked('importCrl') },
      readAuthorities: { chain: asked('caChain'), latestCrl: asked('latestCrl'), list: asked('listCas') },
      readSshAuthorities: { publicKey: asked('sshPublicKey') },
      requestCaCertificate: { request: asked('generateCsr') },
      revokeCertificate: { revoke: asked('revoke'), status: asked('revocationStatus') },
    },
    ra: {
      addEndEntity: { newUsername: () => '00', add: asked('addEndEntity') },
      editEndEntity: { edit: asked('editEndEntity') },
      enrollKeystore: { dryRun: asked('dryRunOfKeystore'), enroll: asked('enrollKeystore') },
      enrollWithRequest: { dryRun: asked('dryRunWithRequest'), enroll: asked('enrollWithRequest') },
      enrollWithPassword: { dryRun: asked('dryRunWithPassword'), enroll: asked('enrollWithPassword') },
      enrollSsh: { dryRun: asked('dryRunOfSsh'), enroll: asked('enrollSsh') },
      finalizeEnrollment: { dryRun: asked('dryRunOfFinalization'), finalize: asked('finalizeEnrollment') },
      importKeystores: { import: asked('importKeystores') },
      recoverKey: { recover: asked('recoverKey') },
      removeEndEntity: { remove: asked('removeEndEntity') },
      revokeEndEntity: { revoke: asked('revokeEndEntity') },
      setEndEntityStatus: { set: asked('setEndEntityStatus') },
      readCertificateProfile: { get: asked('certificateProfile') },
      readEndEntityProfiles: {
        get: asked('endEntityProfile'),
        list: asked('endEntityProfiles'),
        makesUsernames: () => Promise.resolve(false),
      },
      searchCertificates: {
        count: asked('countFound'),
        countIssued: asked('countIssued'),
        expiring: asked('expiring'),
        search: asked('searchCertificates'),
      },
      searchEndEntities: { search: asked('searchEndEntities') },
    },
    configdump: {
      exportConfiguration: { all: asked('exportAll'), item: asked('exportItem'), type: asked('exportType') },
      importConfiguration: { authorize: async () => undefined, import: asked('importDump'), plan: asked('planDump') },
      zipItems: { read: async () => ({ items: [], warnings: [] }) },
    },
    services: { runService: { run: asked('runService') } },
    tokens: {
      operateTokens: {
        activate: asked('activateCryptoToken'),
        deactivate: asked('deactivateCryptoToken'),
        generateKeyPair: asked('generateKeys'),
        removeKeyPair: asked('removeKeys'),
      },
    },
  };
  const authenticator: Authenticator = {
    async authenticate(credentials) {
      if (fixture.refusal !== undefined) throw fixture.refusal;
      if (credentials.kind === 'none')
        throw new TestError(
          'unauthenticated',
          'access.no_credentials',
          'No client certificate or OAuth token was received.',
        );
      const caller: Administrator = { kind: 'host' };
      callers.set(caller, credentials);
      return caller;
    },
    async requireRole() {
      if (!fixture.inRole) throw new TestError('forbidden', 'access.denied', 'Not authorized.');
    },
    nameOf: () => 'CN=client',
  };
  const directory = mkdtempSync(path.join(tmpdir(), 'ca-rest-'));
  const listeners = await Listeners.start({
    bodies: { spool: new Spool(path.join(directory, 'spool')), memory: new BodyMemory(), answers: new AnswerMemory() },
    listeners: [{ address: '127.0.0.1:0', tls: true, serves: ['rest'] }],
    interfaces: {
      rest: [
        caRestInterface({
          ...useCases,
          authenticator,
          clock,
          version: '0.1.0',
          compatibility,
          isServiceEnabled: (service) => Promise.resolve(!fixture.disabled.includes(service)),
          mayDoEverything: () => Promise.resolve(fixture.mayDoEverything),
        }),
      ],
      distribution: [],
      ops: [],
    },
    tls: tlsMaterial(server, [ca]),
    log: {
      info: (fields, message) => void logged.push({ ...fields, message }),
      error: (fields, message) => void logged.push({ ...fields, message, level: 'error' }),
    },
    clock,
    random: systemRandom(),
  });
  const url = `${listeners.urls[0]}/ejbca/ejbca-rest-api`;
  const fixture: CaRestFixture = {
    url,
    listeners,
    ca,
    client,
    calls,
    logged,
    answers: {},
    crlPieces: [],
    refusal: undefined,
    inRole: true,
    disabled: [],
    mayDoEverything: false,
    ask: async (target, request = {}) =>
      send(`${url}${target}`, {
        ...request,
        tls: { ca: ca.certificate, key: client.key, cert: client.certificate, ...request.tls },
      }),
    async stop() {
      await listeners.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return fixture;
}
