/** The contract between the listeners and the interfaces behind them, and the authentication of callers. */
export { untilCallerIsGone } from './caller-gone.ts';
export {
  administratorOf,
  authenticationHook,
  type AuthenticationLevel,
  type Authenticator,
  credentialsOf,
  remoteAddressOf,
} from './authentication.ts';
export type { EdgeInstance, HttpInterface, OperationDescription, FastPath } from './http-interface.ts';
