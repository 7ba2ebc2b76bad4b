/** A real sshd on a free port of this machine, with a configuration and host keys of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { endProgram, freePort, untilListening } from './listening-program.ts';
import type { OpenSsh, Outcome } from './openssh.ts';

/** The user that runs the test: nobody else can be let in by an sshd without privileges. */
export const USER = userInfo().username;

export class SshServer {
  readonly #ssh: OpenSsh;
  readonly #process: ChildProcess;
  readonly port: number;
  private constructor(ssh: OpenSsh, process: ChildProcess, port: number) {
    this.#ssh = ssh;
    this.#process = process;
    this.port = port;
  }

  /**
   * Starts it with `settings` beside what makes it harmless.
   *
   * @param ssh - its directory holds the host key `host` and everything else that settings name
   * @param ownPort - where one stood that was stopped; a free one unless given
   */
  static async start(ssh: OpenSsh, settings: readonly string[], ownPort?: number): Promise<SshServer> {
    makePrivilegeSeparationDirectory();
    const port = ownPort ?? (await freePort());
    ssh.write(
      'sshd_config',
      [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${ssh.path('host')}`,
        'PidFile none',
        // The first value of each counts.
        ...settings,
        'UsePAM no',
        'StrictModes no',
        'PasswordAuthentication no',
        'KbdInteractiveAuthentication no',
        'AuthorizedKeysFile none',
        'PermitRootLogin prohibit-password',
        'LogLevel VERBOSE',
        '',
      ].join('\n'),
    );
    // It starts itself again for each connection, and wants to know its own path for that.
    const child = spawn('/usr/sbin/sshd', ['-D', '-E', ssh.path('log'), '-f', ssh.path('sshd_config')], {
      stdio: 'ignore',
    });
    const server = new SshServer(ssh, child, port);
    await untilListening(child, port, () => server.log);
    return server;
  }

  /** The log so far. */
  get log(): string {
    return this.#ssh.read('log');
  }

  /**
   * Runs a command over ssh with the key `name`, whose certificate stands beside it.
   *
   * @param options - before the usual ones: ssh takes the first value of each
   */
  login(name: string, command: string, options: readonly string[] = []): Outcome {
    const values = [
      ...options,
      'IdentitiesOnly=yes',
      'IdentityAgent=none',
      'BatchMode=yes',
      'ConnectTimeout=10',
      `UserKnownHostsFile=${this.#ssh.path('known_hosts')}`,
      'GlobalKnownHostsFile=none',
    ];
    const key = this.#ssh.path(name);
    const given = ['-F', 'none', '-p', String(this.port), '-i', key, ...values.flatMap((value) => ['-o', value])];
    return this.#ssh.outcome('ssh', ...given, `${USER}@127.0.0.1`, command);
  }

  async stop(): Promise<void> {
    await endProgram(this.#process);
  }
}

/** Where an sshd of root puts the parts of a login that need no rights. It does not start without; its package makes it at boot. */
function makePrivilegeSeparationDirectory(): void {
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
}
