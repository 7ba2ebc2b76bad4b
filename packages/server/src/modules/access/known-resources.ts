/** The paths that access rules can name: all resources that are checked, and their parents. */
import { didYouMean } from '../../kernel/text/nearest-word.ts';
import { CRYPTO_TOKEN_RIGHTS, DOCUMENTS_IN_RESOURCES, END_ENTITY_PROFILE_RIGHTS, Resource } from './resources.ts';

/**
 * Explains why a rule's path never matters, because nothing at or below it is ever checked; undefined if it can matter.
 *
 * Resources of EJBCA's functions that are not here yet count as known, because roles written for EJBCA name them.
 *
 * @param path - as rules are stored, with ids, or with names
 */
export function unknownResource(path: string): string | undefined {
  if (known.has(path)) return undefined;
  const document = templates.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length);
  if (document !== undefined && below(document, path)) return undefined;
  const near = didYouMean(path, known);
  if (near !== '') return `names no resource${near}`;
  return 'names no resource; the reference of access rules lists them';
}

interface DocumentTemplate {
  /** `/endentityprofilesrules/` */
  readonly prefix: string;
  /** The words that may follow the name of the document; anything between two slashes is a name. */
  readonly rights: readonly string[];
}

/** Names may contain slashes, so only the end of the path is compared. Stored paths hold ids in place of names. */
function below({ prefix, rights }: DocumentTemplate, path: string): boolean {
  const rest = path.slice(prefix.length);
  const [, after = ''] = /^-?\d{1,16}\/(.*)$/.exec(rest) ?? ['', rest.slice(rest.indexOf('/') + 1)];
  return after === '' || rights.some((right) => after === `${right}/` || after.endsWith(`/${right}/`));
}

/** Lists the resources in an object of them, whatever its depth. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** Returns a path with all that stand above it, `/` too. */
function withParents(path: string): string[] {
  const steps = path.split('/').slice(1, -1);
  return ['/', ...steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}/`)];
}

/** Resources of functions that are not here yet. */
const ELSEWHERE = [
  ...['edit_validator', 'view_validator', 'edit_blacklist'].map((right) => `/ca_functionality/${right}/`),
  '/ca_functionality/use_username/',
  '/ca_functionality/use_approval_request_id/',
  '/ra_functionality/view_end_entity_history/',
  '/ra_functionality/edit_user_data_sources/',
  ...['systemconfiguration', 'available_extended_key_usages', 'available_custom_certificate_extensions'].flatMap(
    (what) => [`/system_functionality/edit_${what}/`, `/system_functionality/view_${what}/`],
  ),
  ...['export', 'verify'].map((right) => `/secureaudit/auditor/${right}/`),
  '/secureaudit/management/manage/',
  '/secureaudit/log/',
  '/secureaudit/log_custom_events/',
  '/log_custom_events/',
  '/recovery/backup/',
  '/recovery/restore/',
  ...['view', 'modify', 'manage'].map((right) => `/peer/${right}/`),
  '/peerincoming/',
  ...['readcert', 'writecert', 'writecrl'].map((right) => `/peerpublish/${right}/`),
  '/ra_master/invoke_api/',
  '/ra_slave/manage/',
  ...['acme', 'cmp', 'est', 'rest', 'scep', 'web_services'].map((protocol) => `/protocol/${protocol}/`),
];

const TEMPLATES_ELSEWHERE: readonly DocumentTemplate[] = [
  ...['view', 'modify', 'delete'].map((right) => ({ prefix: `/internalkeybinding/${right}/`, rights: [] })),
  { prefix: '/validator/', rights: [] },
  { prefix: '/publisher/', rights: [] },
  { prefix: '/userdatasourcesrules/', rights: ['fetch_userdata', 'remove_userdata'] },
  // Peers append names of their own.
  { prefix: '/peerincoming/', rights: [] },
];

const templates: readonly DocumentTemplate[] = [
  ...DOCUMENTS_IN_RESOURCES.flatMap(({ type, prefixes }) =>
    prefixes.map((prefix) => ({ prefix, rights: type === 'EEPROFILE' ? END_ENTITY_PROFILE_RIGHTS : [] })),
  ),
  ...TEMPLATES_ELSEWHERE,
];

const known: ReadonlySet<string> = new Set(
  [
    ...texts(Resource),
    ...Object.values(CRYPTO_TOKEN_RIGHTS).map((right) => `/cryptotoken/${right}/`),
    ...ELSEWHERE,
    ...templates.map(({ prefix }) => prefix),
  ].flatMap(withParents),
);
