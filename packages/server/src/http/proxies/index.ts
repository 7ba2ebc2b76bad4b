/** Proxies that end TLS in front of this program, and what they forward about their callers. */
export { type ForwardedCaller, isProxySecret, MAX_PROXY_SECRETS, TrustedProxies } from './trusted-proxies.ts';
