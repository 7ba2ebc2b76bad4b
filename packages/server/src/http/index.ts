/** The HTTP edge: listeners and TLS, authentication, and the interfaces behind them. */
export {
  type AuthenticationLevel,
  type Authenticator,
  authenticationHook,
  type Credentials,
  credentialsOf,
} from './authentication.ts';
export { BodyMemory } from './body-memory.ts';
export type { HttpLog } from './access-log.ts';
export type { EdgeInstance, HttpInterface, RenderedError } from './http-interface.ts';
export { type Listener, type ListenerPart, Listeners, type ListenersDeps, parseAddress } from './listener.ts';
export { type MetricsSource, RequestMetrics } from './metrics.ts';
export type { TlsMaterial } from './tls.ts';
