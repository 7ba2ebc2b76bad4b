/** The crypto token that the properties of a worker describe, as in SignServer: a keystore, or a slot of a device. */
import { KEYSTORE_TYPE, parsePkcs11Settings, type TokenDescription } from '../../crypto-tokens/index.ts';
import type { Secret } from '../../configuration/index.ts';
import { WorkerProperties } from '../worker-contract/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Token that belongs to one worker: made, changed and removed with it, under the id of the worker's document. */
export interface OwnToken extends TokenDescription {
  /** The password of the keystore or the PIN of the device; without it an administrator has to activate the token. */
  readonly code: Secret | undefined;
}

/** Returns the own token of a worker; undefined if CRYPTOTOKEN names its token, if it has none, or if the description has errors. */
export function ownTokenOf({ id, settings }: Pick<WorkerDocument, 'id' | 'settings'>): OwnToken | undefined {
  let usable = true;
  const properties = new WorkerProperties(settings.properties ?? {}, () => {
    usable = false;
  });
  const read = readOwnToken(properties);
  return usable && read !== undefined ? { id, ...read } : undefined;
}

/** Reports errors in the description. */
export function checkOwnToken(properties: WorkerProperties): void {
  readOwnToken(properties);
}

type Described = Omit<OwnToken, 'id'>;

function readOwnToken(properties: WorkerProperties): Described | undefined {
  const name = properties.text('CRYPTOTOKEN_IMPLEMENTATION_CLASS');
  if (name === undefined || properties.has('CRYPTOTOKEN')) return undefined;
  const read = READERS.get(name.slice(name.lastIndexOf('.') + 1));
  if (read !== undefined) return read(properties);
  properties.report('CRYPTOTOKEN_IMPLEMENTATION_CLASS', `is '${name}', which is not a known crypto token`);
  return undefined;
}

function keystore(
  properties: WorkerProperties,
  kind: 'PKCS12' | 'JKS' | 'INTERNAL' | undefined,
): Described | undefined {
  if (kind === undefined) {
    properties.report('KEYSTORETYPE', 'is missing');
    return undefined;
  }
  const code = properties.secret('KEYSTOREPASSWORD');
  if (kind === 'INTERNAL') {
    const data = properties.secret('KEYDATA');
    if (data === undefined) return { type: 'SoftCryptoToken', properties: {}, code };
    return { type: KEYSTORE_TYPE, properties: { data: data.reveal() }, code };
  }
  return { type: KEYSTORE_TYPE, properties: { path: properties.requiredText('KEYSTOREPATH') }, code };
}

function device(properties: WorkerProperties): Described {
  const library = properties.text('SHAREDLIBRARYNAME') ?? properties.text('SHAREDLIBRARY');
  if (library === undefined) properties.report('SHAREDLIBRARYNAME', 'is missing');
  const [slotLabelType, slotLabelValue] = slotOf(properties);
  const attributes = properties.text('ATTRIBUTES');
  const settings = {
    sharedLibrary: library ?? '',
    slotLabelType,
    slotLabelValue,
    ...(attributes === undefined ? {} : { attributes }),
  };
  // The operator decides which libraries are allowed; that is checked when the token is opened.
  parsePkcs11Settings({ ...settings, sharedLibrary: '/' }, (property, problem) =>
    properties.report(property.toUpperCase(), problem),
  );
  if (properties.has('ATTRIBUTESFILE'))
    properties.report(
      'ATTRIBUTESFILE',
      'is not read, as it would name any file of the host: give its text as ATTRIBUTES',
    );
  return { type: 'PKCS11CryptoToken', properties: settings, code: properties.secret('PIN') };
}

function slotOf(properties: WorkerProperties): readonly [type: string, value: string] {
  const type = properties.text('SLOTLABELTYPE');
  if (type !== undefined) return [type.toUpperCase(), properties.text('SLOTLABELVALUE') ?? ''];
  const number = properties.text('SLOT');
  return number === undefined ? ['SLOT_INDEX', properties.text('SLOTLISTINDEX') ?? ''] : ['SLOT_NUMBER', number];
}

/** Readers by class name without the package. */
const READERS: ReadonlyMap<string, (properties: WorkerProperties) => Described | undefined> = new Map([
  [
    'KeystoreCryptoToken',
    (properties: WorkerProperties) =>
      keystore(properties, properties.choice('KEYSTORETYPE', ['PKCS12', 'JKS', 'INTERNAL'], undefined)),
  ],
  ['P12CryptoToken', (properties) => keystore(properties, 'PKCS12')],
  ['JKSCryptoToken', (properties) => keystore(properties, 'JKS')],
  ['KeystoreInConfigCryptoToken', (properties) => keystore(properties, 'INTERNAL')],
  ['PKCS11CryptoToken', device],
  ['P11NGCryptoToken', device],
]);
