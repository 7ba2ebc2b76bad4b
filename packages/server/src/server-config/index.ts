/** The settings of a server process. */
export type { Endpoint, MailConfig, NoticesConfig, ServerConfig, TrustedProxiesConfig } from './config.ts';
export { parseServerConfig } from './parse-server-config.ts';
export { SHARED_HTTP_LIMITS } from './http-limit-settings.ts';
export { SHARED_WORK_LIMITS } from './work-limit-settings.ts';
export { type GivenSettings, isList, type Setting, SETTING_NAMES, SETTINGS, underPresentNames } from './settings.ts';
