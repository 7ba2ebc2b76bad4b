/** OCSP over HTTP. */
export { ocspInterfaces } from './interface.ts';
