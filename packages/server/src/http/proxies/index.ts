/** Proxies that end TLS in front of this program, and what they forward about their callers. */
export {
  type AddressHeader,
  type ForwardedCaller,
  isProxySecret,
  MAX_PROXY_SECRETS,
  PROXY_SECRET_HEADER,
  TrustedProxies,
  type TrustedProxiesOptions,
} from './trusted-proxies.ts';
