import { isIP } from 'node:net';
import type { AuthorizerKind } from './authorizer.ts';
import { ClientNotAuthenticatedError } from './errors.ts';
import type { WorkerProperties } from '../worker-contract/index.ts';
import { AddressList } from './address-list.ts';

/**
 * Admits clients by two lists of addresses: one for the address of the connection, one for the addresses that proxies forward for. Each
 * list is either one of admitted addresses or one of refused addresses.
 *
 * Anybody can write the header X-Forwarded-For, so only as many of its last entries count as there are proxies in front of the server:
 * `MAX_FORWARDED_ADDRESSES`.
 */
export const listBasedAddressAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.ListBasedAddressAuthorizer'],
  make(properties) {
    const direct = readRule(properties, 'DIRECT_ADDRESSES');
    const forwarded = readRule(properties, 'FORWARDED_ADDRESSES');
    const count = properties.integer('MAX_FORWARDED_ADDRESSES', { minimum: 1, maximum: 100, otherwise: 1 });
    return {
      authorize: async ({ connectionAddress, forwardedFor }, { log }) => {
        if (!direct.allows(connectionAddress)) throw new ClientNotAuthenticatedError('Remote address not authorized');
        const addresses = lastOf(forwardedFor, count);
        if (addresses.length === 0 && forwarded.needsAddress)
          throw new ClientNotAuthenticatedError('No forwarded address in request');
        // SignServer's spelling.
        if (!addresses.every((address) => forwarded.allows(address)))
          throw new ClientNotAuthenticatedError('Forwarded address not athorized');
        log.set('AUTHORIZED_ADDRESS', connectionAddress);
        if (addresses.length > 0) log.set('AUTHORIZED_FORWARDED_ADDRESS', addresses.join(', '));
        return { username: undefined };
      },
    };
  },
};

interface AddressRule {
  readonly needsAddress: boolean;
  allows(address: string): boolean;
}

/** Reads a list, which must be given either as whitelist or as blacklist. */
function readRule(properties: WorkerProperties, name: string): AddressRule {
  const allowed = AddressList.read(properties, `WHITELISTED_${name}`);
  const denied = AddressList.read(properties, `BLACKLISTED_${name}`);
  if (allowed !== undefined && denied !== undefined)
    properties.report(`WHITELISTED_${name}`, `and BLACKLISTED_${name} cannot both be given`);
  if (allowed !== undefined) return { needsAddress: true, allows: (address) => allowed.has(address) };
  if (denied === undefined) properties.report(`WHITELISTED_${name}`, `is missing, and so is BLACKLISTED_${name}`);
  // A text that is not an address is on no blacklist, but must not be admitted.
  const allows = (address: string) => isIP(address.split('%', 1)[0]!) !== 0 && denied?.has(address) === false;
  return { needsAddress: false, allows };
}

function lastOf(forwardedFor: string | undefined, count: number): readonly string[] {
  const addresses = (forwardedFor ?? '').split(',').map((address) => address.trim());
  return addresses.filter((address) => address !== '').slice(-count);
}
