/** The proxies that the settings name, with the secret read from its file. */
import { isProxySecret, MAX_PROXY_SECRETS, TrustedProxies } from '../http/index.ts';
import { appError } from '../kernel/errors.ts';
import type { TrustedProxiesConfig } from '../server-config/index.ts';
import { readSecretFile } from './secret-file.ts';

/** The file with the secret of the proxies cannot be used. */
class ProxySecretError extends appError('malformed', 'installation.proxy_secret') {}

/**
 * Reads the secret. While a secret is being replaced, the file may hold the old and the new one, one a line.
 *
 * @throws {@link ProxySecretError} when the file is not there, others may read it, or it holds no secret
 */
export async function openTrustedProxies({
  addresses,
  secretFile,
  addressHeader,
}: TrustedProxiesConfig): Promise<TrustedProxies> {
  const text = await readSecretFile(
    secretFile,
    (what, cause) => new ProxySecretError(`${secretFile}, the secret of trusted proxies, ${what}`, { cause }),
  );
  const secrets = text.split(/\r?\n/).filter((line) => line !== '');
  if (secrets.length === 0 || secrets.length > MAX_PROXY_SECRETS || !secrets.every((secret) => isProxySecret(secret)))
    throw new ProxySecretError(
      `${secretFile} has to hold one secret, or two in two lines, each of 32 to 256 letters, digits and characters of ._~+/=-. Make one with 'openssl rand -hex 32'.`,
    );
  return new TrustedProxies({ addresses, secrets, addressHeader });
}
