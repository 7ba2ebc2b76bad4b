/** Types of documents whose function is not there yet: complete documents, which are kept, shown, exported and imported. */
import { type TProperties, Type } from 'typebox';
import { Resource } from '../../access/index.ts';
import {
  type AnyDocumentType,
  clearSecretIn,
  defineDocumentType,
  type DumpPlace,
  InvalidSettingsError,
  type PlannedDocument,
  viewAndEdit,
} from '../../configuration/index.ts';

/** The declaration of a kept type. */
export interface KeptType<P extends TProperties> {
  readonly token: string;
  /** Name of one document in messages: `ACME alias`. */
  readonly title: string;
  readonly dump: DumpPlace;
  /** The name of the only document of the type; documents have names of their own unless given. */
  readonly only?: string;
  /** Resources to see and to change; those of the configuration of the installation unless given. */
  readonly rights?: readonly [view: string, edit: string];
  readonly members: P;
}

/** Declares a type of which nothing reads the settings yet. */
export function keptType<P extends TProperties>({
  token,
  title,
  dump,
  only,
  rights = [Resource.system.viewConfiguration, Resource.system.editConfiguration],
  members,
}: KeptType<P>): AnyDocumentType {
  return defineDocumentType({
    token,
    title,
    dump,
    names: only === undefined ? { kind: 'named' } : { kind: 'singleton', name: only },
    publicIds: only === undefined ? { kind: 'random', above: 1000 } : { kind: 'given' },
    schemaVersion: 1,
    schema: Type.Object({ ...members, furtherKeys }, { additionalProperties: false, description: NOT_READ }),
    parse: (settings) => settings,
    administration: {
      rights: viewAndEdit(...rights),
      check: (change) => refuseClearSecrets(title, change),
      events: {
        created: 'SYSTEMCONF_CREATE',
        changed: 'SYSTEMCONF_EDIT',
        renamed: 'SYSTEMCONF_EDIT',
        removed: 'SYSTEMCONF_EDIT',
      },
    },
  });
}

/** Refuses secrets where nothing seals them: they would be in the database in clear. */
function refuseClearSecrets(title: string, { kind, document }: PlannedDocument): void {
  if (document === undefined || kind === 'rename') return;
  const found = clearSecretIn(document.settings);
  if (found === undefined) return;
  const message =
    "looks like a secret, which would be stored in clear; leave it out, or write 'placeholder' and keep the secret elsewhere";
  throw new InvalidSettingsError(title, document.name, [{ kind: 'setting', field: found, message }]);
}

/** Keys of imported items that no member stands for. */
const furtherKeys = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Keys of an imported item that are not understood: they are kept as they are, and exported again.',
  maxProperties: 1000,
  default: {},
});

/** A sentence for the reference of settings. */
const NOT_READ = 'Documents of this type are kept, exported and imported. Nothing reads their settings yet.';
