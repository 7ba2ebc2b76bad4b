/** The host of all private keys of a process. */
export { LocalKeyHost } from './local-key-host.ts';
