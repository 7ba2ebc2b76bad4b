/** The HTTP side of the program: listeners, and the interfaces behind them. */
export { administrationInterface } from './administration/index.ts';
export { AnswerMemory, BodyMemory } from './bodies/index.ts';
export { caRestInterface } from './ca-rest/index.ts';
export { ocspInterfaces } from './ocsp/index.ts';
export { distributionInterface } from './distribution/index.ts';
export type { Authenticator } from './interface/index.ts';
export { Refusals } from './limits/index.ts';
export { type Listener, Listeners, type MetricsSource, RequestMetrics } from './listener/index.ts';
export { opsInterface, type ReadinessCheck } from './ops/index.ts';
export { isProxySecret, MAX_PROXY_SECRETS, TrustedProxies } from './proxies/index.ts';
export { managedInterface } from './signing-managed/index.ts';
export { signingRestInterface } from './signing-rest/index.ts';
export { signingServletInterface } from './signing-servlet/index.ts';
export { RandomTicketKeys, type TicketKeys, type TlsMaterial } from './tls/index.ts';
export { Spool } from './uploads/index.ts';
