/** TLS as the listeners speak it. */
export { type TlsMaterial, tlsServerOptions } from './tls-options.ts';
export { forgetVerification, readThroughStream } from './tls-reading.ts';
