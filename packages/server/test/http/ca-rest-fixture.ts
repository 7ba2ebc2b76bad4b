/**
 * The CA REST interface over TLS before use cases that only note what they were asked and answer what a test sets.
 *
 * They stand for the interface of `services.ts`, so that a test sees what the routes make of requests and results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../src/kernel/clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { AppError, type ErrorKind } from '../../src/kernel/errors.ts';
import type { Administrator } from '../../src/modules/access/index.ts';
import type { Authenticator, Credentials } from '../../src/http/interface/authentication.ts';
import {
  type ApprovalServices,
  caRestInterface,
  type CaRestServices,
  type Compatibility,
  type ServiceName,
} from '../../src/http/ca-rest/index.ts';
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

/** Everything that can be asked. */
type Asked = Omit<CaRestServices, 'approvals'> & ApprovalServices;

export interface CaRestFixture {
  readonly url: string;
  readonly listeners: Listeners;
  readonly ca: TestCa;
  readonly client: TestCertificate;
  /** What the use cases were asked, in order. */
  readonly calls: Call[];
  readonly logged: Record<string, unknown>[];
  /** What they answer; a test sets what it needs. */
  answers: Partial<{ [K in keyof Asked]: () => Awaited<ReturnType<Asked[K]>> }>;
  /** Thrown by authentication when set. */
  refusal: AppError | undefined;
  /** Whether the caller is in a role. */
  inRole: boolean;
  disabled: ServiceName[];
  /** A request under the interface's prefix, with the client certificate unless told otherwise. */
  ask(path: string, request?: TestRequest): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** The time of these tests. */
export const NOW = Date.UTC(2031, 4, 1, 10, 0, 0);

export async function startCaRest(compatibility: Compatibility = 'documented'): Promise<CaRestFixture> {
  const clock: Clock = { nowMs: () => NOW };
  const ca = makeCa('Test CA');
  const server = ca.issue('localhost');
  const client = ca.issue('client');
  const calls: Call[] = [];
  const callers = new WeakMap<Administrator, Credentials>();
  const logged: Record<string, unknown>[] = [];
  const note = (name: keyof Asked, caller: Administrator, ...args: unknown[]): never => {
    calls.push({ name, credentials: callers.get(caller)!, arguments: args });
    const answer = fixture.answers[name];
    if (answer === undefined) throw new RangeError(`the test set no answer for ${name}`);
    return answer() as never;
  };
  const services: CaRestServices = {
    listCas: async (caller, ...args) => note('listCas', caller, ...args),
    caChain: async (caller, ...args) => note('caChain', caller, ...args),
    activateCa: async (caller, ...args) => note('activateCa', caller, ...args),
    deactivateCa: async (caller, ...args) => note('deactivateCa', caller, ...args),
    generateCsr: async (caller, ...args) => note('generateCsr', caller, ...args),
    createCrl: async (caller, ...args) => note('createCrl', caller, ...args),
    latestCrl: async (caller, ...args) => note('latestCrl', caller, ...args),
    enrollPkcs10: async (caller, ...args) => note('enrollPkcs10', caller, ...args),
    finalizeEnrollment: async (caller, ...args) => note('finalizeEnrollment', caller, ...args),
    revoke: async (caller, ...args) => note('revoke', caller, ...args),
    activateCryptoToken: async (caller, ...args) => note('activateCryptoToken', caller, ...args),
    deactivateCryptoToken: async (caller, ...args) => note('deactivateCryptoToken', caller, ...args),
    generateKeys: async (caller, ...args) => note('generateKeys', caller, ...args),
    removeKeys: async (caller, ...args) => note('removeKeys', caller, ...args),
    revocationStatus: async (caller, ...args) => note('revocationStatus', caller, ...args),
    importCrl: async (caller, ...args) => note('importCrl', caller, ...args),
    runService: async (caller, ...args) => note('runService', caller, ...args),
    sshPublicKey: async (caller, ...args) => note('sshPublicKey', caller, ...args),
    approvals: {
      status: async (caller, ...args) => note('status', caller, ...args),
      get: async (caller, ...args) => note('get', caller, ...args),
      search: async (caller, ...args) => note('search', caller, ...args),
      process: async (caller, ...args) => note('process', caller, ...args),
    },
    requestSshCertificate: async (caller, ...args) => note('requestSshCertificate', caller, ...args),
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
    bodies: { spool: new Spool(path.join(directory, 'spool')), memory: new BodyMemory() },
    listeners: [{ address: '127.0.0.1:0', tls: true, serves: ['rest'] }],
    interfaces: {
      rest: [
        caRestInterface({
          services,
          authenticator,
          clock,
          version: '0.1.0',
          compatibility,
          isServiceEnabled: (service) => !fixture.disabled.includes(service),
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
    refusal: undefined,
    inRole: true,
    disabled: [],
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
