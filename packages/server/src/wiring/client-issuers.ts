import { type AdministratorIssuer, Resource } from '../modules/access/index.ts';
import type { Authorities, KnownIssuers, TrustByName } from '../modules/ca/index.ts';
import type { Configuration } from '../modules/configuration/index.ts';
import { admitsIssuer, workerType } from '../modules/signing/index.ts';

/** The CAs that workers' authorization rules name: clients of the signing service may present their certificates. */
export async function clientIssuers({
  configuration,
  authorities,
  issuers,
}: {
  readonly configuration: Configuration;
  readonly authorities: Authorities;
  readonly issuers: KnownIssuers;
}): Promise<readonly AdministratorIssuer[]> {
  const names = new Set<string>();
  for (const { usability, settings } of await configuration.list(workerType)) {
    if (usability.usable) for (const { issuer } of settings.rules) names.add(issuer);
  }
  const found = await Promise.all([...names].map((name) => authorities.findBySubject(name)));
  const known = found.filter((authority) => authority !== undefined).filter((authority) => authority.kind === 'X509');
  return Promise.all(known.map((authority) => issuers.of(authority)));
}

/** Workers' rules seen as trust in CAs: changing what a CA vouches for takes the right to change the workers that trust it. */
export function trustOfWorkers(configuration: Configuration): TrustByName {
  return {
    async neededFor(subject) {
      const workers = await configuration.list(workerType);
      return workers.some((worker) => admitsIssuer(worker, subject)) ? [Resource.signing.edit] : [];
    },
  };
}
