import {
  type Notice,
  noticeMail,
  type NoticeMessage,
  NoticeNotSentError,
  type NoticeSender,
} from '../modules/notices/index.ts';
import { inOneLine } from '../kernel/shortened.ts';
import { isHostItself, type MailServer } from './read-mail-server.ts';

export interface MailNoticesDeps {
  readonly server: MailServer;
  /** A secret. */
  readonly password: string | undefined;
  /** The address that mails come from. */
  readonly sender: string;
  /** Addresses that the operator names; none where end entities alone get mails. */
  readonly recipients: readonly string[];
  /** This server, as readers know it. */
  readonly host: string;
  /** Certificates of CAs that the mail server's may come from, PEM; those of the system unless given. */
  readonly trusted?: readonly string[];
  /** For each step of a mail, and four times that for a whole one. */
  readonly timeoutMs?: number;
}

/** Notices by mail, a connection for each. Addresses are data, never headers, and texts are plain. */
export class MailNotices implements NoticeSender {
  readonly #deps: MailNoticesDeps;

  constructor(deps: MailNoticesDeps) {
    this.#deps = deps;
  }

  async send(message: NoticeMessage, notices: readonly Notice[], signal: AbortSignal): Promise<void> {
    const { sender, recipients, host, timeoutMs = STEP_TIMEOUT_MS } = this.#deps;
    const { channel, recipient, messageId } = message;
    const transport = await this.#transport();
    const time = AbortSignal.timeout(4 * timeoutMs);
    const ends = AbortSignal.any([signal, time]);
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(ends.reason);
    ends.addEventListener('abort', end, { once: true });
    try {
      const sent = transport.sendMail({
        from: { name: 'Sealwright', address: sender },
        to: (channel === 'holder' ? [recipient] : recipients).map((address) => ({ name: '', address })),
        ...noticeMail(notices, host, channel === 'holder' ? 'holder' : 'operator'),
        messageId: `<${messageId}@${domainOf(sender)}>`,
        headers: { 'X-Sealwright-Delivery': messageId, 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // Nobody waits for one that was given up.
      sent.catch(() => undefined);
      const { rejected } = await Promise.race([sent, ended.promise]);
      // Some of several: the message has arrived at the others, and would arrive there again.
      if (rejected.length > 0 && rejected.length === recipients.length)
        throw new TypeError('all recipients were refused');
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const reason = time.aborted
        ? `the mail server took more than ${(4 * timeoutMs) / 1000} seconds`
        : inOneLine((error as Error).message, MAX_REASON);
      throw new NoticeNotSentError(channel, reason);
    } finally {
      ends.removeEventListener('abort', end);
      transport.close();
    }
  }

  /** Loaded with the first mail. */
  async #transport() {
    const { createTransport } = await import('nodemailer');
    const { server, password, trusted, timeoutMs = STEP_TIMEOUT_MS } = this.#deps;
    const isHere = isHostItself(server.host);
    return createTransport({
      host: server.host,
      port: server.port,
      secure: server.tls,
      requireTLS: !server.tls && !isHere,
      ignoreTLS: !server.tls && isHere,
      ...(server.user === undefined ? {} : { auth: { user: server.user, pass: password ?? '' } }),
      tls: { minVersion: 'TLSv1.2', ...(trusted && { ca: [...trusted] }) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      logger: false,
    });
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

const STEP_TIMEOUT_MS = 10_000;
const MAX_REASON = 300;
