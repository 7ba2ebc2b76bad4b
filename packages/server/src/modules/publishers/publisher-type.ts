/** The type of document that a publisher is. */
import { Type } from 'typebox';
import { Resource } from '../access/index.ts';
import { defineDocumentType, choice, Secret, secret, viewAndEdit } from '../configuration/index.ts';
import { PUBLISHER_KINDS, type PublisherTarget, readTarget } from './kinds/index.ts';
import { requireSecretsForDestinations } from './secret-destinations.ts';

/**
 * The settings that are secrets, by their names, whatever case and punctuation these have. A wide net: a misspelled one must not be stored in clear.
 */
const SECRET_SETTINGS = String.raw`(?i:passw(?:or)?d|passphrase|passcode|pwd|secret|credential|(?:private|shared|symmetric|hmac)[^\p{L}\p{N}]*key(?![^\p{L}\p{N}]*(?:id|alias|name|file|path))|(?:session|auth|access|bearer)[^\p{L}\p{N}]*token(?![^\p{L}\p{N}]*url))`;

const secretName = new RegExp(SECRET_SETTINGS, 'su');

/**
 * Lists what keeps a publisher of elsewhere from being used, without its secrets.
 *
 * @param settings - in the outer form, as an import reads them
 */
export function problemsOfPublisher({ type, settings }: Readonly<Record<string, unknown>>): readonly string[] {
  const problems: string[] = [];
  const given = Object.entries((settings ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) => {
    const text = String(value);
    return [name, secretName.test(name) ? new Secret(text === '', () => text) : text] as const;
  });
  readTarget(typeof type === 'string' ? type : '', Object.fromEntries(given), (field, problem) =>
    problems.push(`'${field}' ${problem}`),
  );
  return problems;
}

/** Treatment of certificates that are revoked or on hold. */
export type RevokedCertificates = keyof typeof REVOKED;

const REVOKED = { PUBLISH: 'Publish', REMOVE: 'Remove', IGNORE: 'Ignore' } as const;

/** A publisher, checked. */
export interface PublisherConfiguration {
  /** Undefined of one that cannot be used: nothing is queued for it. */
  readonly target: PublisherTarget | undefined;
  /** False while nothing is delivered. */
  readonly enabled: boolean;
  readonly revokedCertificates: RevokedCertificates;
  readonly publishesExpired: boolean;
  /** True when entries of the queue are kept for a time after they were delivered. */
  readonly keepsPublished: boolean;
  /** For one object. */
  readonly timeoutMs: number;
}

/** `PUBLISHER` */
export const publisherType = defineDocumentType({
  token: 'PUBLISHER',
  title: 'publisher',
  dump: { directory: 'publishers', objectType: 'Publisher', version: 2, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 2,
  // Those of before published nothing, and what they were told is not known to be right here.
  upgrade: ({ type = '', settings = {}, keepPublishedInQueue = false, description = '' }) => ({
    type,
    settings,
    enabled: false,
    revokedCertificates: 'PUBLISH',
    publishExpired: false,
    keepPublishedInQueue,
    timeout: 30,
    description,
  }),
  schema: Type.Object(
    {
      type: Type.String({
        description: `The kind of publisher: ${Object.keys(PUBLISHER_KINDS).join(', ')}. Another one is kept while the publisher is not enabled.`,
        maxLength: 255,
        default: '',
      }),
      settings: Type.Unsafe<Readonly<Record<string, string | Secret>>>({
        type: 'object',
        patternProperties: { [SECRET_SETTINGS]: secret({ maxLength: 65_536 }) },
        additionalProperties: Type.String({ maxLength: 65_536 }),
        maxProperties: 1000,
        description: 'The settings of the kind, all of them texts. `docs/operations/publishers.md` lists them.',
        default: {},
      }),
      enabled: Type.Boolean({
        description:
          'Delivers what waits in its queue. While it is off, a publisher with good settings collects what it is to publish.',
        default: true,
      }),
      revokedCertificates: choice(REVOKED, {
        description:
          'What becomes of certificates that are revoked or on hold. `PUBLISH`: they are published with their status. `REMOVE`: they are taken away, and published again when they are released. `IGNORE`: what is published stays, and they are not published.',
        default: 'PUBLISH',
      }),
      publishExpired: Type.Boolean({
        description: 'Publishes certificates that have ended, as when they are revoked afterwards.',
        default: false,
      }),
      keepPublishedInQueue: Type.Boolean({
        title: 'Keep Published in Queue',
        description: 'Keeps entries of the queue for 90 days after they were published.',
        default: false,
      }),
      timeout: Type.Integer({
        description: 'How long publishing one object may take, in seconds.',
        minimum: 1,
        maximum: 600,
        default: 30,
      }),
      description: Type.String({ description: 'Free text for administrators.', maxLength: 1024, default: '' }),
    },
    { additionalProperties: false },
  ),
  parse(settings, report): PublisherConfiguration {
    const { type, enabled, revokedCertificates, publishExpired, keepPublishedInQueue, timeout } = settings;
    let problems = 0;
    const target = readTarget(type, settings.settings, (field, problem) => {
      problems += 1;
      // What is imported from elsewhere is kept as it is, and does nothing.
      if (enabled) report(field, problem);
    });
    return {
      target: problems === 0 ? target : undefined,
      enabled,
      revokedCertificates,
      publishesExpired: publishExpired,
      keepsPublished: keepPublishedInQueue,
      timeoutMs: timeout * 1000,
    };
  },
  administration: {
    rights: viewAndEdit(Resource.caFunctionality.viewPublishers, Resource.caFunctionality.editPublishers),
    check: requireSecretsForDestinations,
    events: {
      created: 'PUBLISHER_CREATION',
      changed: 'PUBLISHER_CHANGE',
      renamed: 'PUBLISHER_RENAME',
      removed: 'PUBLISHER_REMOVAL',
    },
  },
});
