import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import ssh2, { type AuthContext, type SFTPWrapper, type Server } from 'ssh2';
import { outboundHosts } from '../../../../../test/outbound/outbound-hosts.ts';
import { publishedCrl } from '../../../test/published-objects.ts';
import { contentOf } from '../../kernel/content.ts';
import { Secret } from '../../modules/configuration/index.ts';
import { OutboundPolicy } from '../outbound-policy.ts';
import { OutboundSockets } from '../outbound-sockets.ts';
import { SftpPublisher } from './index.ts';
import { atEnd } from '../../../test/at-end.ts';

const { signal } = new AbortController();
const PASSWORD = 'canary';

/** Status codes of SFTP. */
const [OK, NO_SUCH_FILE, FAILURE] = [0, 2, 4];

/** A server of the library itself: it knows no extensions, and refuses to rename to a name that is taken, as SFTP has it. */
class OldServer {
  readonly files = new Map<string, Buffer>();
  readonly acts: string[] = [];
  /** Octets of a file that it takes before it falls silent. */
  silentAfter = Infinity;
  onSilent: () => void = () => undefined;

  serve(sftp: SFTPWrapper): void {
    const answer = (id: number, status: number) => sftp.status(id, status);
    const open = new Map<string, string>();
    sftp
      .on('OPEN', (id, name) => {
        open.set(String(open.size), name);
        this.files.set(name, Buffer.alloc(0));
        sftp.handle(id, Buffer.from(String(open.size - 1)));
      })
      .on('WRITE', (id, handle, offset, data) => {
        if (offset >= this.silentAfter) {
          this.onSilent();
          return;
        }
        const name = open.get(handle.toString())!;
        const before = this.files.get(name)!;
        const grown = Buffer.alloc(Math.max(before.length, offset + data.length));
        before.copy(grown);
        data.copy(grown, offset);
        this.files.set(name, grown);
        answer(id, OK);
      })
      .on('CLOSE', (id) => answer(id, OK))
      .on('STAT', (id) => answer(id, NO_SUCH_FILE))
      .on('MKDIR', (id, name) => {
        this.acts.push(`mkdir ${name}`);
        answer(id, OK);
      })
      .on('REMOVE', (id, name) => {
        this.acts.push(`remove ${name}`);
        answer(id, this.files.delete(name) ? OK : NO_SUCH_FILE);
      })
      .on('RENAME', (id, from, to) => {
        this.acts.push(`rename ${from} ${to}`);
        if (this.files.has(to)) return answer(id, FAILURE);
        this.files.set(to, this.files.get(from)!);
        this.files.delete(from);
        return answer(id, OK);
      });
  }
}

/** Makes a key that the server can read: some of those that its library writes it cannot. */
function newHostKey(): { readonly private: string; readonly public: string } {
  for (;;) {
    const key = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(key.private) instanceof Error)) return key;
  }
}

describe('a publisher of SFTP', () => {
  /** Returns a publisher to a server that lets in whom `lets` accepts. */
  async function publisherTo(t: TestContext, old: OldServer, lets: (context: AuthContext) => void) {
    const hostKey = newHostKey();
    const server: Server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
      client
        .on('authentication', lets)
        .on('error', () => undefined)
        .on('session', (accept) => accept().on('sftp', (acceptSftp) => old.serve(acceptSftp())));
    }).listen(0, '127.0.0.1');
    atEnd(t, () => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [type = '', blob = ''] = hostKey.public.split(' ');
    const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
    const sockets = new OutboundSockets({ policy: new OutboundPolicy(outboundHosts(`127.0.0.1:${port}`)) });
    const publisher = new SftpPublisher(
      {
        server: { name: '127.0.0.1', port },
        hostKeys: [{ fingerprint: `SHA256:${digest.replace(/=$/, '')}`, type }],
        user: 'pki',
        password: new Secret(false, () => PASSWORD),
        privateKey: undefined,
        passphrase: undefined,
        directory: 'pki',
      },
      { sockets },
    );
    atEnd(t, () => publisher.close());
    return publisher;
  }
  const byPassword = (context: AuthContext) => {
    if (context.method === 'password' && context.password === PASSWORD) context.accept();
    else context.reject(['password']);
  };

  it('replaces a file also where a server renames to no name that is taken', async (t) => {
    const old = new OldServer();
    const publisher = await publisherTo(t, old, byPassword);
    const large = Buffer.alloc(1_000_001, 7);
    await publisher.publish(publishedCrl({ name: 'a.crl', content: contentOf(Buffer.of(1)) }), signal);
    await publisher.publish(publishedCrl({ name: 'a.crl', content: contentOf(large) }), signal);
    assert.deepEqual(old.files, new Map([['pki/a.crl', large]]));
    assert.deepEqual(old.acts, [
      'mkdir pki',
      'rename pki/.a.crl.new pki/a.crl',
      'mkdir pki',
      'rename pki/.a.crl.new pki/a.crl',
      'remove pki/a.crl',
      'rename pki/.a.crl.new pki/a.crl',
    ]);
  });

  it('answers the one question of a server that asks for the password in its own words', async (t) => {
    const asked: string[] = [];
    const publisher = await publisherTo(t, new OldServer(), (context) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
      return context.prompt([{ prompt: 'Kennwort: ', echo: false }], ([answer = '']) => {
        asked.push(answer);
        context.accept();
      });
    });
    await publisher.test(signal);
    assert.deepEqual(asked, [PASSWORD]);
  });

  it('tells no secret to a server that asks for more', async (t) => {
    const asked: (readonly string[])[] = [];
    const publisher = await publisherTo(t, new OldServer(), (context) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
      return context.prompt(['Password: ', 'Code: '], (answers) => {
        asked.push(answers);
        context.reject();
      });
    });
    await assert.rejects(publisher.test(signal), { code: 'publisher.not_published', scope: 'publisher' });
    assert.deepEqual(asked.flat(), []);
  });

  it('ends with its signal while a server is silent, and leaves what is published as it was', async (t) => {
    const old = new OldServer();
    const publisher = await publisherTo(t, old, byPassword);
    await publisher.publish(publishedCrl({ name: 'a.crl', content: contentOf(Buffer.of(1)) }), signal);
    old.silentAfter = 65_536;
    const stopping = new AbortController();
    old.onSilent = () => stopping.abort();
    const content = contentOf(Buffer.alloc(200_000));
    const ended = publisher.publish(publishedCrl({ name: 'a.crl', content }), stopping.signal);
    await assert.rejects(ended, { name: 'AbortError' });
    assert.deepEqual(old.files.get('pki/a.crl'), Buffer.of(1));
  });
});
