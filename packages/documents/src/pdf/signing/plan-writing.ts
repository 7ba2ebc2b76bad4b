/** Choice between adding to a document and writing it anew, and of its encryption then. */
import { granting, grantsAny, without } from '../document/permissions.ts';
import { makeEncryption } from '../encryption/new-encryption.ts';
import type { Security } from '../encryption/security.ts';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { nameOf, type PdfDictionary } from '../syntax/values.ts';
import type { PreparePdfOptions } from './options.ts';
import type { InspectedDocument } from './plan-signature.ts';

export interface Writing {
  /** Version that the catalog must state, which takes precedence over the header (ISO 32000-1 §7.5.2); nothing when undefined. */
  readonly catalogVersion: string | undefined;
  /** Undefined when every octet is kept. */
  readonly rewrite: { readonly version: string; readonly encryption: Encryption | undefined } | undefined;
}

interface Encryption {
  readonly security: Security;
  readonly dictionary: PdfDictionary;
}

/**
 * Decides.
 *
 * @throws {@link PdfError} `pdf.version_too_low` and `pdf.already_signed` for what a signed document cannot become,
 *   `pdf.rejected_permissions`
 */
export function planWriting(document: InspectedDocument, options: PreparePdfOptions): Writing {
  const { file, form } = document;
  const isSigned = form.signatureFields.some((field) => field.isSigned);
  const version = versionOf(document);
  const raised = options.minVersion !== undefined && options.minVersion > version ? options.minVersion : undefined;
  if (raised !== undefined && isSigned) {
    const why = 'a higher version is required to support the configured digest algorithm';
    throw new PdfError('pdf.version_too_low', `Can not upgrade an already signed PDF and ${why}`);
  }
  const change = changeOfEncryption(file, options);
  requireNoneRejected(change?.security ?? file.security, options);
  if (change !== undefined && isSigned)
    throw new PdfError('pdf.already_signed', 'permissions and passwords of a signed document cannot be changed');
  if (change === undefined && (options.append !== false || isSigned))
    return { catalogVersion: raised, rewrite: undefined };
  const kept = file.security && { security: file.security, dictionary: file.encryption! };
  return { catalogVersion: raised, rewrite: { version: raised ?? version, encryption: change ?? kept } };
}

/** The version of the document: the higher one of header and catalog. */
function versionOf({ file, catalog }: InspectedDocument): string {
  const inCatalog = nameOf(catalog.get('Version'));
  const { version } = file.header;
  return inCatalog !== undefined && /^\d\.\d$/.test(inCatalog) && inCatalog > version ? inCatalog : version;
}

function changeOfEncryption(file: PdfFile, options: PreparePdfOptions): Encryption | undefined {
  const { set, remove, ownerPassword } = options.protection ?? {};
  if (set === undefined && remove === undefined && ownerPassword === undefined) return undefined;
  const { security, encryption: dictionary } = file;
  const current = security?.dictionary.permissions ?? ALL;
  return makeEncryption({
    before: security && { security, dictionary: dictionary! },
    permissions: set === undefined ? without(current, remove ?? []) : granting(set),
    ownerPassword: ownerPassword ?? keptOwnerPassword(security, options),
    id: file.id,
    random: options.random,
  });
}

/** The owner's password when it was given and is another one than the user's, otherwise one that nobody knows. */
function keptOwnerPassword(security: Security | undefined, { password = '', random }: PreparePdfOptions): string {
  const { isOwner = false, userPassword } = security?.opened ?? {};
  const isAlsoUsers = userPassword !== undefined && Buffer.from(password, 'latin1').equals(userPassword);
  return isOwner && !isAlsoUsers ? password : random(16).toHex();
}

function requireNoneRejected(security: Security | undefined, { protection }: PreparePdfOptions): void {
  const rejected = protection?.reject ?? [];
  if (rejected.length > 0 && (security === undefined || grantsAny(security.dictionary.permissions, rejected)))
    throw new PdfError('pdf.rejected_permissions', 'Document contains permissions not allowed by this signer');
}

/** Everything is granted. */
const ALL = -4;
