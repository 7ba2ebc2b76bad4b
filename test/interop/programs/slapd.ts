/** OpenLDAP's slapd on free ports of this machine, with a directory of its own: `dc=example,dc=com`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { eventually } from '../../eventually.ts';
import { endProgram, freePort } from './listening-program.ts';

/** Options of a directory. */
export interface SlapdOptions {
  /** Lines of `slapd.conf` before those of the database. */
  readonly general?: readonly string[];
  /** Lines of the database. */
  readonly database?: readonly string[];
  /** Octets that the database may have. */
  readonly maxOctets?: number;
  /** Names in the certificate of the server; those of this machine unless given. */
  readonly alternativeNames?: string;
}

/** A directory that a test has made. */
export class Slapd {
  /** Issues its certificate, and those of its clients. */
  readonly ca: TestCa = TestCa.root('CN=Directory CA');
  readonly ldapPort: number;
  readonly ldapsPort: number;
  readonly #directory: string;
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(directory: string, ldapPort: number, ldapsPort: number) {
    this.#directory = directory;
    this.ldapPort = ldapPort;
    this.ldapsPort = ldapsPort;
  }

  /** Makes a directory with `ou=people` and `ou=pki`, and starts it. */
  static async start(options: SlapdOptions = {}): Promise<Slapd> {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-slapd-'));
    const slapd = new Slapd(directory, await freePort(), await freePort());
    slapd.#configure(options);
    slapd.#load();
    await slapd.run();
    return slapd;
  }

  /** Starts it with what it holds. */
  async run(): Promise<void> {
    const urls = `ldap://127.0.0.1:${this.ldapPort}/ ldaps://127.0.0.1:${this.ldapsPort}/`;
    const child = spawn('slapd', ['-d', '0', '-f', this.#file('slapd.conf'), '-h', urls], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH },
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
    const missing = new Promise<never>((_, reject) => child.once('error', reject));
    this.#process = child;
    const ready = eventually('slapd to listen', () => {
      if (child.exitCode !== null) throw new RangeError(`slapd does not listen: ${this.#log}`);
      // 255: nobody answers. It may as well refuse.
      return this.#call('ldapsearch', ['-s', 'base', '-b', BASE]).status !== 255;
    });
    await Promise.race([ready, missing]);
  }

  /** Stops it. What it holds stays. */
  async stop(): Promise<void> {
    if (this.#process !== undefined) await endProgram(this.#process);
  }

  /** Stops it for good. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#directory, { recursive: true });
  }

  /** The values of an attribute, as `ldapsearch` of the same project shows them; undefined where there is no such entry. */
  values(dn: string, attribute: string): readonly Buffer[] | undefined {
    const { status, stdout } = this.#call('ldapsearch', [
      '-LLL',
      '-o',
      'ldif-wrap=no',
      '-s',
      'base',
      '-b',
      dn,
      attribute,
    ]);
    if (status === 32) return undefined;
    if (status !== 0) throw new RangeError(`ldapsearch ended with ${status}`);
    return stdout
      .split('\n')
      .filter((line) => line.toLowerCase().startsWith(`${attribute.toLowerCase()}:`))
      .map((line) => {
        const [, isEncoded, value = ''] = /^[^:]+:(:?) ?(.*)$/.exec(line) ?? [];
        return Buffer.from(value, isEncoded === ':' ? 'base64' : 'utf8');
      });
  }

  /** Adds entries in LDIF. */
  add(ldif: string): void {
    const { status, stderr } = this.#call('ldapadd', [], ldif);
    if (status !== 0) throw new RangeError(`ldapadd ended with ${status}: ${stderr}`);
  }

  #call(program: string, args: readonly string[], input = '') {
    const login = ['-x', '-H', `ldap://127.0.0.1:${this.ldapPort}`, '-D', ADMIN, '-w', PASSWORD];
    const outcome = spawnSync(program, [...login, ...args], { encoding: 'utf8', input, timeout: 60_000 });
    if (outcome.error !== undefined) throw outcome.error;
    return outcome;
  }

  #configure({ general = [], database = [], maxOctets = 64 * 1024 * 1024, alternativeNames }: SlapdOptions): void {
    const server: TestIdentity = this.ca.issueServer(alternativeNames);
    this.#write('ca.pem', this.ca.certificatePem);
    this.#write('server.pem', server.certificatePem);
    this.#write('server.key', server.privateKeyPem);
    mkdirSync(this.#file('data'));
    const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
    this.#write(
      'slapd.conf',
      [
        ...schemas,
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        `TLSCACertificateFile ${this.#file('ca.pem')}`,
        `TLSCertificateFile ${this.#file('server.pem')}`,
        `TLSCertificateKeyFile ${this.#file('server.key')}`,
        'TLSVerifyClient try',
        ...general,
        'database mdb',
        `maxsize ${maxOctets}`,
        `suffix "${BASE}"`,
        `rootdn "${ADMIN}"`,
        `rootpw ${PASSWORD}`,
        `directory ${this.#file('data')}`,
        ...database,
        '',
      ].join('\n'),
    );
  }

  #load(): void {
    const entries = [
      `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example`,
      `dn: ${PEOPLE}\nobjectClass: organizationalUnit\nou: people`,
      `dn: ${PKI}\nobjectClass: organizationalUnit\nou: pki`,
      `dn: ${WRITER}\nobjectClass: person\ncn: writer\nsn: writer\nuserPassword: ${PASSWORD}`,
    ];
    const { status, stderr, error } = spawnSync('slapadd', ['-f', this.#file('slapd.conf')], {
      input: `${entries.join('\n\n')}\n`,
      encoding: 'utf8',
      env: { ...process.env, PATH },
    });
    if (status !== 0) throw error ?? new RangeError(`slapadd: ${stderr}`);
  }

  #file(name: string): string {
    return path.join(this.#directory, name);
  }

  #write(name: string, text: string): void {
    writeFileSync(this.#file(name), text, { mode: 0o600 });
  }
}

export const BASE = 'dc=example,dc=com';
export const PEOPLE = `ou=people,${BASE}`;
export const PKI = `ou=pki,${BASE}`;
/** May do everything. */
export const ADMIN = `cn=admin,${BASE}`;
/** May do what a test allows. */
export const WRITER = `cn=writer,${BASE}`;
export const PASSWORD = 'canary-of-the-directory';
/** Daemons are not in the path of users. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
