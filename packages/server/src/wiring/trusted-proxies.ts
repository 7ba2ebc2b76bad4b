/** The proxies that the settings name, with the secret out of its file. */
import { open } from 'node:fs/promises';
import process from 'node:process';
import { isProxySecret, MAX_PROXY_SECRETS, TrustedProxies } from '../http/index.ts';
import { AppError } from '../kernel/errors.ts';
import type { TrustedProxiesConfig } from '../server-config.ts';

/** The file with the secret of the proxies cannot be used. */
class ProxySecretError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'installation.proxy_secret';
}

/**
 * Reads the secret, of which a file may have two, one a line, while proxies get another one.
 *
 * @throws {@link ProxySecretError} when the file is not there, others may read it, or it holds no secret
 */
export async function openTrustedProxies({
  addresses,
  secretFile,
  addressHeader,
}: TrustedProxiesConfig): Promise<TrustedProxies> {
  const secrets = (await readOwnFile(secretFile)).split(/\r?\n/).filter((line) => line !== '');
  if (secrets.length === 0 || secrets.length > MAX_PROXY_SECRETS || !secrets.every((secret) => isProxySecret(secret)))
    throw new ProxySecretError(
      `${secretFile} has to hold one secret, or two in two lines, each of 32 to 256 letters, digits and characters of ._~+/=-. Make one with 'openssl rand -hex 32'.`,
    );
  return new TrustedProxies({ addresses, secrets, addressHeader });
}

async function readOwnFile(name: string): Promise<string> {
  const file = await open(name).catch((cause: NodeJS.ErrnoException) => {
    throw new ProxySecretError(`${name}, the secret of trusted proxies, cannot be read: ${cause.code}.`, { cause });
  });
  try {
    const { mode, size } = await file.stat();
    if ((mode & OTHERS) !== 0 && process.platform !== 'win32')
      throw new ProxySecretError(
        `${name}, the secret of trusted proxies, may be read or written by others. Run 'chmod 600 ${name}', and make another secret.`,
      );
    if (size > MAX_OCTETS) throw new ProxySecretError(`${name}, the secret of trusted proxies, is too large.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const OTHERS = 0o077;
const MAX_OCTETS = 1024;
