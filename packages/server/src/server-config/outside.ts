/** Readers of the settings on what is outside: hosts, resolvers, proxies, webhook, mail. */
import { isIP } from 'node:net';
import { isMailAddress } from '../kernel/text/mail-address.ts';
import type { DnsServer } from '../outbound/dns-exchange.ts';
import { type OutboundHost, readOutboundHost } from '../outbound/outbound-policy.ts';
import { readMailServer } from '../outbound/read-mail-server.ts';
import type { MailConfig, NoticesConfig, TrustedProxiesConfig } from './config.ts';
import { ServerConfigError } from './errors.ts';
import type { GivenSettings } from './settings.ts';
import { directory, items, oneOf } from './values.ts';

export function outboundHosts(text: string | undefined): readonly OutboundHost[] {
  return items(text).map((given) => {
    const host = readOutboundHost(given);
    if (host !== undefined) return host;
    throw new ServerConfigError(
      `--outbound-host is '${given}'; it has to be a host, an address or a network such as 10.0.0.0/8, with :PORT where needed`,
    );
  });
}

export function dnsResolvers(text: string | undefined): readonly DnsServer[] {
  const servers = items(text).map((given) => {
    const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(given) ?? [];
    const host = isIP(given) === 0 ? (bracketed ?? plain ?? '') : given;
    if (isIP(host) !== 0 && Number(port) > 0 && Number(port) <= 65_535) return { host, port: Number(port) };
    throw new ServerConfigError(
      `--dns-resolver is '${given}'; it has to be the IP address of a resolver such as 127.0.0.1, with :PORT where it is not 53`,
    );
  });
  if (servers.length <= MAX_RESOLVERS) return servers;
  throw new ServerConfigError(`--dns-resolver has ${servers.length} resolvers; ${MAX_RESOLVERS} are the most`);
}

/** Neither is of use without the other, and a proxy that nobody believes would be taken for the caller. */
export function trustedProxies(given: GivenSettings): TrustedProxiesConfig | undefined {
  const addresses = items(given['trusted-proxy']);
  const secretFile = directory('trusted-proxy-secret-file', given['trusted-proxy-secret-file']);
  const header = given['trusted-proxy-header'];
  const wrong = addresses.find((address) => !isAddressOrNetwork(address));
  if (wrong !== undefined)
    throw new ServerConfigError(
      `--trusted-proxy is '${wrong}'; it has to be the IP address of a proxy, or a network such as 10.0.0.0/28`,
    );
  if (addresses.length > 0 && secretFile !== undefined) {
    const headers = ['x-forwarded-for', 'forwarded'] as const;
    const addressHeader = oneOf('trusted-proxy-header', header?.toLowerCase() ?? 'x-forwarded-for', headers);
    return { addresses, secretFile, addressHeader };
  }
  if (addresses.length > 0 || secretFile !== undefined || header !== undefined)
    throw new ServerConfigError('--trusted-proxy and --trusted-proxy-secret-file have to be given together');
  return undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  // A network of half of all addresses is a mistake.
  return isIP(address) !== 0 && (prefix === undefined || (Number(prefix) >= 8 && Number(prefix) <= bitsOf(address)));
}

function bitsOf(address: string): number {
  return isIP(address) === 6 ? 128 : 32;
}

export function webhook(all: GivenSettings): NoticesConfig['webhook'] {
  const text = all['notice-webhook'];
  const secretFile = directory('notice-webhook-secret-file', all['notice-webhook-secret-file']);
  if (text === undefined) {
    if (secretFile === undefined) return undefined;
    throw new ServerConfigError('--notice-webhook-secret-file needs --notice-webhook');
  }
  const url = URL.parse(text);
  // The value may hold a secret: it is not repeated.
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '')
    throw new ServerConfigError(
      '--notice-webhook has to be a URL such as https://hooks.example.com/pki, without a user',
    );
  return { url: url.href, secretFile };
}

export function mail(all: GivenSettings): MailConfig | undefined {
  const passwordFile = directory('smtp-password-file', all['smtp-password-file']);
  const sender = all['mail-from'];
  const recipients = items(all['mail-to']);
  if (all.smtp === undefined) {
    const useless = (['smtp-password-file', 'mail-from', 'mail-to'] as const).find((name) => all[name] !== undefined);
    if (useless === undefined) return undefined;
    throw new ServerConfigError(`--${useless} needs --smtp`);
  }
  const server = readMailServer(all.smtp);
  // The value may hold a password: it is not repeated.
  if (server === undefined)
    throw new ServerConfigError(
      '--smtp has to be a URL such as smtps://pki@mail.example.com or smtp://127.0.0.1:25, without a password: --smtp-password-file has that',
    );
  if (sender === undefined) throw new ServerConfigError('--smtp needs --mail-from');
  for (const [setting, address] of [['mail-from', sender], ...recipients.map((one) => ['mail-to', one])])
    if (!isMailAddress(address!))
      throw new ServerConfigError(`--${setting} is '${address}'; it has to be an address such as pki@example.com`);
  if (recipients.length > MAX_RECIPIENTS)
    throw new ServerConfigError(`--mail-to has ${recipients.length} addresses; ${MAX_RECIPIENTS} are the most`);
  return { server, passwordFile, sender, recipients };
}

export function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    // The value may hold a password: it is not repeated.
    throw new ServerConfigError(
      '--public-url has to be a URL such as http://pki.example.com, without a user, a query or a fragment',
    );
  }
  return url.href.replace(/\/$/, '');
}

const MAX_RESOLVERS = 3;
const MAX_RECIPIENTS = 50;
