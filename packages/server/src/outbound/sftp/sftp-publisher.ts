import type { SFTPWrapper } from 'ssh2';
import { contentOf } from '../../kernel/content.ts';
import { inOneLine } from '../../kernel/text/shortened.ts';
import {
  type PublishedObject,
  type Publisher,
  PublishingError,
  type SftpPublisherSettings,
} from '../../modules/publishers/index.ts';
import { KeptSessions } from '../kept-sessions.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';
import { makeDirectories, removeFile, replaceFile, SftpStatus, sftpStatusOf, writeFile } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';

/** A publisher that writes files on another host, each under another name first, which no reader looks for. */
export class SftpPublisher implements Publisher {
  readonly #directory: string;
  readonly #sessions: KeptSessions<SftpSession>;

  constructor(settings: SftpPublisherSettings, { sockets }: { readonly sockets: OutboundSockets }) {
    this.#directory = settings.directory;
    this.#sessions = new KeptSessions((signal) => SftpSession.open(settings, sockets, signal));
  }

  publish({ name, content }: PublishedObject, signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(name);
    const draft = draftOf(path);
    return this.#use(path, 'write', signal, async (sftp) => {
      await makeDirectories(sftp, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
      try {
        await writeFile(sftp, draft, content);
        await replaceFile(sftp, draft, path);
      } catch (error) {
        // What a crash leaves is taken by the next attempt, which has the same draft.
        if (sftpStatusOf(error) !== undefined) await removeFile(sftp, draft).catch(() => undefined);
        throw error;
      }
    });
  }

  remove({ name }: PublishedObject, signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(name);
    return this.#use(path, 'remove', signal, (sftp) => removeFile(sftp, path));
  }

  test(signal: AbortSignal): Promise<void> {
    const path = draftOf(this.#pathOf('sealwright-test'));
    return this.#use(path, 'write', signal, async (sftp) => {
      await makeDirectories(sftp, this.#directory);
      await writeFile(sftp, path, contentOf(new Uint8Array()));
      await removeFile(sftp, path);
    });
  }

  close(): Promise<void> {
    this.#sessions.close();
    return Promise.resolve();
  }

  #pathOf(name: string): string {
    if (this.#directory === '') return name;
    return `${this.#directory.replace(/\/$/, '')}/${name}`;
  }

  #use(path: string, verb: string, signal: AbortSignal, act: (sftp: SFTPWrapper) => Promise<void>): Promise<void> {
    return this.#sessions.use(signal, async ({ sftp }) => {
      try {
        await act(sftp);
      } catch (error) {
        throw publishingError(error, `${verb} '${path}'`);
      }
    });
  }
}

/** Returns the name under which a file is written: hidden, beside it, and the same each time. */
function draftOf(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return `${path.slice(0, at)}.${path.slice(at)}.new`;
}

/** @param act - completes "the SFTP server refuses to ..." */
function publishingError(error: unknown, act: string): unknown {
  if (error instanceof PublishingError || error instanceof TypeError || error instanceof RangeError) return error;
  const status = sftpStatusOf(error);
  const reason = inOneLine((error as Error).message, MAX_REASON);
  if (status === undefined)
    return new PublishingError(`The SFTP server gave no answer: ${reason}.`, { scope: 'publisher', cause: error });
  const advice = ADVICE.get(status);
  return new PublishingError(
    `The SFTP server refuses to ${act}: ${reason}.${advice === undefined ? '' : ` ${advice}`}`,
    {
      scope: 'object',
      cause: error,
    },
  );
}

const ADVICE: ReadonlyMap<number, string> = new Map([
  [SftpStatus.noSuchFile, 'The directory is missing.'],
  [SftpStatus.permissionDenied, 'The login has no right to write there.'],
  [
    SftpStatus.failure,
    'It gives no reason: its file system may be full, or something that is not a file stands there.',
  ],
]);
const MAX_REASON = 300;
