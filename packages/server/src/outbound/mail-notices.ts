import {
  type Notice,
  noticeMail,
  type NoticeMessage,
  NoticeNotSentError,
  NoticeRefusedError,
  type NoticeSender,
} from '../modules/notices/index.ts';
import { inOneLine } from '../kernel/text/shortened.ts';
import { WithDeps } from '../kernel/with-deps.ts';
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
export class MailNotices extends WithDeps<MailNoticesDeps> implements NoticeSender {
  get recipients(): readonly string[] {
    return this.deps.recipients;
  }

  async send(message: NoticeMessage, notices: readonly Notice[], signal: AbortSignal): Promise<void> {
    const { sender, host, timeoutMs = STEP_TIMEOUT_MS } = this.deps;
    const { channel, recipient, messageId, createdMs } = message;
    const transport = await this.#transport();
    const time = AbortSignal.timeout(4 * timeoutMs);
    const ends = AbortSignal.any([signal, time]);
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(ends.reason);
    ends.addEventListener('abort', end, { once: true });
    try {
      const sent = transport.sendMail({
        from: { name: 'Sealwright', address: sender },
        to: { name: '', address: recipient },
        ...noticeMail(notices, host, channel === 'holder' ? 'holder' : 'operator', Math.floor(createdMs / 1000)),
        messageId: `<${messageId}@${domainOf(sender)}>`,
        headers: { 'X-Sealwright-Delivery': messageId, 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // Nobody waits for one that was given up.
      sent.catch(() => undefined);
      await Promise.race([sent, ended.promise]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const reason = time.aborted
        ? `the mail server took more than ${(4 * timeoutMs) / 1000} seconds`
        : inOneLine((error as Error).message, MAX_REASON);
      const refusal = time.aborted ? undefined : refusalOf(error as SmtpError);
      if (refusal === 'for good') throw new NoticeRefusedError(channel, recipient, reason);
      throw new NoticeNotSentError(channel, reason, { isOfMessage: refusal === 'for now' });
    } finally {
      ends.removeEventListener('abort', end);
      transport.close();
    }
  }

  /** Loaded with the first mail. */
  async #transport() {
    const { createTransport } = await import('nodemailer');
    const { server, password, trusted, timeoutMs = STEP_TIMEOUT_MS } = this.deps;
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

/** Failure of a command, as nodemailer tells of it. */
interface SmtpError extends Error {
  readonly command?: string;
  /** The answer of the mail server, and its code. */
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * Tells whether a mail server has refused this mail alone: its recipient or its content. Undefined: nothing says that another mail would fare better.
 *
 * For good is a refusal of the recipient by a code from 500 on, unless its reason is a policy (RFC 3463 §3.8): an operator, here or there, changes that.
 */
function refusalOf({ command = '', response = '', responseCode }: SmtpError): 'for good' | 'for now' | undefined {
  // 421: it closes the connection, whatever was asked.
  if (responseCode === undefined || responseCode === 421) return undefined;
  if (command === 'DATA') return 'for now';
  if (command !== 'RCPT TO') return undefined;
  return responseCode >= 500 && responseCode !== 530 && !/^\d{3}[ -]5\.7\./.test(response) ? 'for good' : 'for now';
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

const STEP_TIMEOUT_MS = 10_000;
const MAX_REASON = 300;
