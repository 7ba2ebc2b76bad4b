/** TLS as the listeners speak it. */
export { type TlsMaterial, tlsServerOptions } from './tls-options.ts';
export { RandomTicketKeys, type TicketKeys } from './ticket-keys.ts';
export { allowHalfOpen, forgetVerification, readThroughStream } from './tls-reading.ts';
