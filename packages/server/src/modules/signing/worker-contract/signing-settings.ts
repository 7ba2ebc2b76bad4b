/** Settings of the signing service that apply to all workers, in one document. */
import { Type } from 'typebox';
import { type PasswordLimits, Resource } from '../../access/index.ts';
import { retentionSeconds } from './archive-retention.ts';
import { type Configuration, defineDocumentType, type Document, viewAndEdit } from '../../configuration/index.ts';

/** Settings for all workers, checked. */
export interface SigningSettings extends SigningLimits, PasswordLimits {
  /** Allows signatures with SHA-1, for which collisions can be computed. */
  readonly allowSha1Signatures: boolean;
  /** Retention of archive entries whose workers set none; undefined to keep them forever. */
  readonly archiveRetentionSeconds: number | undefined;
}

/** As they are stored. */
interface StoredSigningSettings extends SigningLimits, PasswordLimits {
  readonly allowSha1Signatures: boolean;
  readonly archiveRetention: string;
}

/** Limits of the size of content, in octets. */
export interface SigningLimits {
  /** Limit on content in a form, or as a whole body. SignServer calls it HTTP_MAX_UPLOAD_SIZE. */
  readonly maxUploadOctets: number;
  /** Limit on a JSON body, which holds the content in base64. */
  readonly maxJsonOctets: number;
  /** Limit on an XML document, which is held in memory as a whole. */
  readonly maxXmlOctets: number;
}

const USUAL_PASSWORD_LIMITS = {
  wrongPasswordsPerUser: 5,
  wrongPasswordsPerAddress: 20,
  longestPasswordWaitSeconds: 300,
};

const NAME = 'signing-configuration';

export const signingSettingsType = defineDocumentType({
  token: 'SIGNINGCONFIG',
  title: 'configuration of the signing service',
  dump: { directory: 'signing-configuration', objectType: 'Signing Configuration', version: 1, extension: true },
  names: { kind: 'singleton', name: NAME },
  publicIds: { kind: 'given' },
  schemaVersion: 3,
  upgrade: (settings) => ({ archiveRetention: '', ...USUAL_PASSWORD_LIMITS, ...settings }),
  schema: Type.Object(
    {
      maxUploadOctets: Type.Integer({
        description: 'The size in octets of content in a form, or as a whole body.',
        minimum: 1,
        maximum: 2 ** 40,
        default: 100 * 1024 * 1024,
      }),
      maxJsonOctets: Type.Integer({
        description: 'The size in octets of a JSON body, with the content in base64.',
        minimum: 1,
        maximum: 64 * 1024 * 1024,
        default: 16 * 1024 * 1024,
      }),
      maxXmlOctets: Type.Integer({
        description: 'The size in octets of an XML document.',
        minimum: 1,
        maximum: 256 * 1024 * 1024,
        default: 20 * 1024 * 1024,
      }),
      allowSha1Signatures: Type.Boolean({
        description: 'Lets workers sign with SHA-1, for which collisions can be made.',
        default: false,
      }),
      archiveRetention: Type.String({
        description:
          'How long the archive is kept of workers that do not say so themselves, such as `10y` or `90d`. Empty: for ever.',
        maxLength: 64,
        default: '',
      }),
      wrongPasswordsPerUser: Type.Integer({
        description: 'How many wrong passwords in a row a user may give at one address before having to wait.',
        minimum: 1,
        maximum: 1000,
        default: USUAL_PASSWORD_LIMITS.wrongPasswordsPerUser,
      }),
      wrongPasswordsPerAddress: Type.Integer({
        description: 'How many wrong passwords all users of an address together may give before they have to wait.',
        minimum: 1,
        maximum: 100_000,
        default: USUAL_PASSWORD_LIMITS.wrongPasswordsPerAddress,
      }),
      longestPasswordWaitSeconds: Type.Integer({
        description: 'The longest time in seconds that a user has to wait.',
        minimum: 1,
        maximum: 86_400,
        default: USUAL_PASSWORD_LIMITS.longestPasswordWaitSeconds,
      }),
    },
    { additionalProperties: false },
  ),
  parse({ archiveRetention, ...settings }, report): SigningSettings {
    const archiveRetentionSeconds = archiveRetention.trim() === '' ? undefined : retentionSeconds(archiveRetention);
    if (archiveRetention.trim() !== '' && archiveRetentionSeconds === undefined)
      report(
        'archiveRetention',
        `is '${archiveRetention}' and has to be a length of time such as 10y or 90d, or empty to keep everything`,
      );
    return { ...settings, archiveRetentionSeconds };
  },
  administration: {
    rights: {
      ...viewAndEdit(Resource.signing.view, Resource.signing.edit),
      change: (before, document) => [Resource.signing.edit, ...retentionRights(before, document)],
    },
    events: {
      created: 'SET_GLOBAL_PROPERTY',
      changed: 'SET_GLOBAL_PROPERTY',
      renamed: 'SET_GLOBAL_PROPERTY',
      removed: 'REMOVE_GLOBAL_PROPERTY',
    },
  },
});

type SettingsDocument = Document<StoredSigningSettings, SigningSettings>;

/** Returns the rights that a change needs: a new retention of the archive removes from it. */
function retentionRights(
  { settings: { archiveRetention: before } }: SettingsDocument,
  { settings: { archiveRetention: after } }: SettingsDocument,
): readonly string[] {
  return before === after ? [] : [Resource.signing.removeFromArchive];
}

/** Returns the present settings: the same promise as long as they stay as they are, since each request asks more than once. */
export function signingSettings(configuration: Configuration): Promise<SigningSettings> {
  const found = configuration.find(signingSettingsType, NAME);
  let settings = settingsOf.get(found);
  if (settings === undefined) settingsOf.set(found, (settings = readSettings(configuration)));
  return settings;
}

async function readSettings(configuration: Configuration): Promise<SigningSettings> {
  return (await configuration.get(signingSettingsType, NAME)).value;
}

/** Settings, keyed by the promise of {@link Configuration.find}, which is the same one until the configuration changes. */
const settingsOf = new WeakMap<Promise<unknown>, Promise<SigningSettings>>();
