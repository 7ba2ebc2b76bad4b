/** An HTTPS server that answers as the CA interface does, with a CA of its own that really issues; and runs of commands against it. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { CertificationRequest, parsePem, subjectAltName } from '@sealwright/pki';
import { TestCa } from '../../../test/pki/test-pki.ts';
import type { CliContext } from '../src/context.ts';
import { runCli } from '../src/program.ts';

/** One request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** CN of the client certificate. */
  readonly client: string | undefined;
}

/** Answer that a test gives the server to send. A text is sent as it is, anything else as JSON. */
export interface CannedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** In place of an answer: closes the connection. */
export const HANG_UP = 'hang-up';

/** A running server with a directory of its own. */
export class CaServer {
  readonly ca: TestCa;
  /** A temporary directory; `admin` in it is that of a server's home. */
  readonly home: string;
  readonly url: string;
  readonly requests: SeenRequest[] = [];
  /** Answers instead of the interface; returning undefined leaves the request to it, and a promise that never ends hangs. */
  intercept: ((request: SeenRequest) => CannedAnswer | typeof HANG_UP | undefined | Promise<CannedAnswer>) | undefined;
  readonly #server: https.Server;

  private constructor(ca: TestCa, home: string, server: https.Server) {
    this.ca = ca;
    this.home = home;
    this.#server = server;
    this.url = `https://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  /** Listens on a free port of 127.0.0.1, and writes the files of `<home>/admin`. `names` are those of its certificate. */
  static async start(names?: string): Promise<CaServer> {
    const ca = TestCa.root('CN=Test Root,O=Example').subordinate('CN=Issuing CA,O=Example');
    const { certificatePem, privateKeyPem } = ca.issueServer(names);
    const cert = certificatePem + ca.chainPem;
    const server = https.createServer({ cert, key: privateKeyPem, requestCert: true, rejectUnauthorized: false });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const home = await mkdtemp(path.join(os.tmpdir(), 'sealwright-cli-'));
    const admin = ca.issueClient('superadmin');
    await mkdir(path.join(home, 'admin'));
    await writeFile(path.join(home, 'admin/superadmin.crt.pem'), admin.certificatePem);
    await writeFile(path.join(home, 'admin/superadmin.key.pem'), admin.privateKeyPem);
    await writeFile(path.join(home, 'admin/ca-chain.pem'), ca.chainPem);
    return new CaServer(ca, home, server);
  }

  /** A path in the directory. */
  path(name: string): string {
    return path.join(this.home, name);
  }

  /** Runs a command of this process against the server, with its home directory. */
  async run(...args: readonly string[]): Promise<RunResult> {
    return run(['--server', this.url, '--home', this.home, ...args]);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.home, { recursive: true });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const seen: SeenRequest = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      client: (request.socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined,
    };
    this.requests.push(seen);
    const answer = (await this.intercept?.(seen)) ?? this.#answer(seen);
    if (answer === HANG_UP) {
      request.socket.destroy();
      return;
    }
    const { status, body, headers } = answer;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }

  #answer({ method, url, body }: SeenRequest): CannedAnswer {
    const { pathname } = new URL(url, this.url);
    const dn = encodeURIComponent(this.ca.certificate.subject.toString());
    const revocation = new RegExp(`^${PREFIX}/v1/certificate/([^/]+)/([0-9A-F]+)/revoke$`).exec(pathname);
    if (revocation !== null && method === 'PUT') return this.#revoke(url, revocation[1]!, revocation[2]!);
    switch (`${method} ${pathname}`) {
      case `GET ${PREFIX}/v1/ca/status`:
        return { status: 200, body: { status: 'OK', version: '1.0', revision: 'Sealwright 0.1.0' } };
      case 'GET /sealwright/v1/cas':
        return { status: 200, body: { cas: [listedCa(this.ca)] } };
      case `GET ${PREFIX}/v1/ca`:
        return { status: 200, body: { certificate_authorities: [describeCa(this.ca)] } };
      case `GET ${PREFIX}/v1/ca/${dn}/certificate/download`:
        return { status: 200, body: `Subject: CN=\u00e4\n${this.ca.chainPem}` };
      case `POST ${PREFIX}/v1/certificate/pkcs10enroll`:
        return { status: 200, body: this.enrollment(body) };
    }
    return { status: 404, body: { error_code: 404, error_message: `nothing is at ${pathname}` } };
  }

  /** The answer to an enrollment: a certificate for the key of the request. */
  enrollment(body: SeenRequest['body'], publicKey?: CertificationRequest['publicKey']['der']): object {
    const request = CertificationRequest.parse(parsePem(String(body['certificate_request']))[0]!.der);
    const names = request.extensions.filter(({ oid }) => oid === subjectAltName.oid);
    const certificate = this.ca.certify({
      subject: request.subject.toString(),
      publicKey: publicKey ?? request.publicKey.der,
      extensions: names,
    });
    return {
      certificate: certificate.der.toBase64(),
      serial_number: certificate.serialNumber,
      response_format: 'DER',
      certificate_chain: this.ca.chain.map(({ der }) => der.toBase64()),
    };
  }

  #revoke(url: string, issuer: string, serial: string): CannedAnswer {
    const query = new URL(url, this.url).searchParams;
    const body = {
      issuer_dn: decodeURIComponent(issuer),
      serial_number: serial,
      revocation_reason: query.get('reason'),
      revocation_date: query.get('date') ?? '2031-05-01T10:00:00Z',
      message: 'Successfully revoked',
      revoked: query.get('reason') !== 'REMOVE_FROM_CRL',
    };
    return { status: 200, body };
  }
}

/** Result of a run of a command. */
export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command in this process. */
export async function run(args: readonly string[], changes: Partial<CliContext> = {}): Promise<RunResult> {
  let out = '';
  let error = '';
  const code = await runCli(args, {
    userHome: '/nonexistent',
    interactive: false,
    readInput: async () => new Uint8Array(),
    askSecret: async () => undefined,
    askQuestion: async () => undefined,
    now: () => Date.now(),
    writeOut: (text) => (out += text),
    streamOut: async (text) => {
      out += text;
      return true;
    },
    writeError: (text) => (error += text),
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    ...changes,
    environment: { SEALWRIGHT_TIMEOUT: PATIENCE_SECONDS, ...changes.environment },
  });
  return { code, out, error };
}

function describeCa(ca: TestCa): object {
  return {
    id: -1150572442,
    name: 'Issuing CA',
    subject_dn: ca.certificate.subject.toString(),
    issuer_dn: ca.chain.at(-1)!.subject.toString(),
    expiration_date: '2119-12-31T23:59:59Z',
    external: false,
  };
}

/** The same CA in the list of the administration interface. */
function listedCa(ca: TestCa): object {
  return {
    id: -1150572442,
    name: 'Issuing CA',
    type: 'X509',
    status: 'ACTIVE',
    subject_dn: ca.certificate.subject.toString(),
    issuer_dn: ca.chain.at(-1)!.subject.toString(),
    serial_number: ca.certificate.serialNumber,
    not_after: '2119-12-31T23:59:59.000Z',
    crypto_token_state: 'active',
  };
}

const PREFIX = '/ejbca/ejbca-rest-api';
/** For an answer, however busy the machine is. */
const PATIENCE_SECONDS = '600';
