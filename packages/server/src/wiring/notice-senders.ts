/** The channels of notices, as the server's settings name them. */
import { appError } from '../kernel/errors.ts';
import type { NoticeSenders } from '../modules/notices/index.ts';
import { MailNotices } from '../outbound/mail-notices.ts';
import type { OutboundHttp } from '../outbound/outbound-http.ts';
import { WebhookNotices } from '../outbound/webhook-notices.ts';
import type { MailConfig, NoticesConfig } from '../server-config/index.ts';
import { readSecretFile } from './secret-file.ts';

/** The channels, with their secrets. */
export interface NoticeWays {
  readonly webhook?: { readonly url: string; readonly secret: Uint8Array | undefined } | undefined;
  readonly mail?:
    | (Omit<MailConfig, 'passwordFile'> & {
        readonly password: string | undefined;
        /** PEM certificates of the CAs trusted for the mail server; by default those of the system. */
        readonly trusted?: readonly string[];
      })
    | undefined;
}

/** An unusable secret file of a notice channel. */
class NoticeSecretError extends appError('malformed', 'installation.bad_notice_secret') {}

/**
 * Reads the secrets.
 *
 * @throws {@link NoticeSecretError} naming the setting and the file, never what is in it
 */
export async function readNoticeSecrets(
  { webhook, mail }: NoticesConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<NoticeWays> {
  return {
    webhook: webhook && { url: webhook.url, secret: await webhookSecret(webhook.secretFile) },
    mail: mail && { ...mail, password: await mailPassword(mail, environment['SEALWRIGHT_SMTP_PASSWORD']) },
  };
}

/** Constructs the senders of the channels that are set. @param host - this server's name for readers */
export function noticeSenders({ webhook, mail }: NoticeWays, outbound: OutboundHttp, host: string): NoticeSenders {
  const mails = mail && new MailNotices({ ...mail, host });
  return {
    ...(webhook && { webhook: new WebhookNotices({ ...webhook, outbound, host }) }),
    ...(mails && { holder: mails }),
    ...(mails && mail.recipients.length > 0 && { mail: mails }),
  };
}

async function webhookSecret(file: string | undefined): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined;
  const secret = new TextEncoder().encode(await lineOf('notice-webhook-secret-file', file));
  if (secret.length >= MIN_SECRET_OCTETS) return secret;
  throw new NoticeSecretError(
    `--notice-webhook-secret-file: ${file} has ${secret.length} octets; it has to have ${MIN_SECRET_OCTETS} at least`,
  );
}

async function mailPassword(
  { server, passwordFile }: MailConfig,
  given: string | undefined,
): Promise<string | undefined> {
  const password = passwordFile === undefined ? given : await lineOf('smtp-password-file', passwordFile);
  if (server.user === undefined || password !== undefined) return password;
  throw new NoticeSecretError(
    '--smtp names a user, whose password is missing: give it by --smtp-password-file or SEALWRIGHT_SMTP_PASSWORD',
  );
}

async function lineOf(setting: string, file: string): Promise<string> {
  const text = await readSecretFile(file, (what) => new NoticeSecretError(`--${setting}: ${file} ${what}`));
  const line = text.replace(/\r?\n$/, '');
  if (line !== '' && !line.includes('\n')) return line;
  throw new NoticeSecretError(`--${setting}: ${file} has to hold one line`);
}

const MIN_SECRET_OCTETS = 16;
