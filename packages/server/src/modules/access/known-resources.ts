/** The paths that access rules can be on: all resources that are asked for, and what stands above them. */
import { didYouMean } from '../../kernel/nearest-word.ts';
import { CRYPTO_TOKEN_RIGHTS, DOCUMENTS_IN_RESOURCES, END_ENTITY_PROFILE_RIGHTS, Resource } from './resources.ts';

/**
 * Explains why no right is ever asked for at or below the path of a rule; undefined when one may be.
 *
 * Resources of functions that EJBCA has and that are not here yet count as known: roles written elsewhere name them.
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

/** Names hold slashes: it is enough that the path ends as one of a document does. Stored paths have an id there and nothing else. */
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
  ...['edit_publisher', 'view_publisher', 'edit_validator', 'view_validator', 'edit_blacklist'].map(
    (right) => `/ca_functionality/${right}/`,
  ),
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
  // Whom a peer is, and what may be asked of it, is named there by the peer.
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
