/** OCSP over HTTP. */
export { ocspInterfaces, type OcspInterfaceDeps } from './interface.ts';
