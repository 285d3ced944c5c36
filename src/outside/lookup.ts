/** Resolves names for connections that may only lead to public addresses. */
import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '../base/network-address.ts';
import { OutsideError } from './limits.ts';

export class PrivateAddressError extends OutsideError {
  constructor(host: string, address: string) {
    super(host === address ? `${host} is a private address` : `${host} is at the private address ${address}`);
    this.name = 'PrivateAddressError';
  }
}

/**
 * As `dns.lookup`, for the `lookup` option of a socket. The socket connects to exactly the addresses checked here, which
 * prevents DNS rebinding. Not called for an IP address.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const privateAddress = addresses.find(({ address }) => isPrivateAddress(address));
    if (privateAddress) return callback(new PrivateAddressError(hostname, privateAddress.address), '');
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    if (first) callback(null, first.address, first.family);
  });
};

/**
 * For a connection through a proxy, which resolves the name itself: behind some proxies no name resolves here.
 * @throws PrivateAddressError if the name resolves to a private address here
 */
export function refusePrivateName(hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    lookupPublic(hostname, { all: true }, (error) =>
      error instanceof PrivateAddressError ? reject(error) : resolve(),
    );
  });
}
