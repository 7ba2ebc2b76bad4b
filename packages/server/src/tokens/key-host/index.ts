/** The host of all private keys: in this process, or in another one of the host. */
export { LocalKeyHost } from './local-key-host.ts';
export { RemoteKeyHost } from './remote-key-host.ts';
export { serveKeyHost } from './serve-key-host.ts';
