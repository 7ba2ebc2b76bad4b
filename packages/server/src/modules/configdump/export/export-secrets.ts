import { type Certificate, PkiError, sealContent, subjectKeyIdentifier } from '@sealwright/pki';
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { Random } from '../../../kernel/random.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import type { DocumentAccess } from '../../administration/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { AnyDocument, Configuration } from '../../configuration/index.ts';
import type { DocumentCodec, DumpObject } from '../codec/index.ts';
import { UnusableRecipientError } from '../errors.ts';
import { chosenItems, type DumpTypes, type ItemChoice, itemKeys } from '../items/index.ts';
import { secretsRecipient, type SecretsRecipientDeps } from './secrets-recipient.ts';

export interface ExportSecretsDeps extends SecretsRecipientDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly documentAccess: Pick<DocumentAccess, 'sees'>;
  readonly random: Random;
  readonly types: DumpTypes;
}

/** The items whose secrets are exported. */
export interface SecretsChoice extends ItemChoice {
  /** Exports those of types that the specification does not list, too. */
  readonly extensions: boolean;
}

/** Secrets that were exported. */
export interface ExportedSecrets {
  /** DER ContentInfo of CMS AuthEnvelopedData: a dump in JSON of the items that hold secrets, with these in clear. */
  readonly envelope: Uint8Array;
  readonly items: number;
}

/**
 * Export of the secrets that a dump leaves out, encrypted for the holder of a certificate.
 *
 * It takes a right of its own, and each is recorded with the certificate. Secrets leave the process encrypted, or not at all.
 */
export class ExportSecrets extends WithDeps<ExportSecretsDeps> {
  /**
   * Exports the secrets of the chosen items that the caller may see.
   *
   * @param recipient - the certificate that they are encrypted for: PEM, or base64 of DER
   * @throws {@link UnusableRecipientError}, `ItemPatternError`
   */
  async export(administrator: Administrator, recipient: string, choice: SecretsChoice): Promise<ExportedSecrets> {
    const { access, audit } = this.deps;
    await access.authorize(administrator, Resource.system.editConfiguration, Resource.configurationSecrets);
    const entry = { event: 'CONFIGDUMP_SECRETS_EXPORT', actor: actorOf(administrator) } as const;
    return audit.recordingRefusal(entry, async () => {
      const certificate = await secretsRecipient(recipient, this.deps);
      const { dump, items } = await this.#read(administrator, choice);
      const envelope = this.#sealed(dump, certificate);
      const details = {
        items,
        recipient: certificate.subject.toString(),
        fingerprint: certificate.sha256Fingerprint,
      };
      // Recorded before anybody has it.
      await audit.record({ ...entry, outcome: 'SUCCESS', details });
      return { envelope, items };
    });
  }

  async #read(administrator: Administrator, choice: SecretsChoice) {
    const { configuration, documentAccess, types } = this.deps;
    const chosen = chosenItems(choice, types);
    const pace = new Pace();
    const dump: Record<string, Record<string, DumpObject>> = {};
    let items = 0;
    for (const type of types.all) {
      if (type.extension && !choice.extensions) continue;
      const found: { readonly name: string; readonly content: DumpObject }[] = [];
      for (const codec of type.codecs) {
        for (const document of await configuration.list(codec.type)) {
          await pace.step();
          if (document.builtIn || !chosen.has(type, document.name)) continue;
          if (!(await documentAccess.sees(administrator, document))) continue;
          const content = await this.#withSecrets(codec, document);
          if (content !== undefined) found.push({ name: document.name, content });
        }
      }
      if (found.length === 0) continue;
      const keys = itemKeys(found.map(({ name }) => name));
      dump[type.directory] = Object.fromEntries(found.map(({ content }, index) => [keys[index]!, content]));
      items += found.length;
    }
    return { dump, items };
  }

  /** Returns the item of a document with its secrets; undefined when it has none. */
  async #withSecrets(codec: DocumentCodec, document: AnyDocument): Promise<DumpObject | undefined> {
    const { configuration } = this.deps;
    const { name, namespace, publicId, usability } = document;
    if (!usability.usable && usability.problems.some(({ field, kind }) => kind === 'setting' && field === ''))
      return undefined;
    const hidden = codec.toDump({ name, namespace, publicId, settings: await configuration.present(document) });
    const settings = await configuration.reveal(document);
    const clear = codec.toDump({ name, namespace, publicId, settings }, { secrets: true });
    return JSON.stringify(hidden) === JSON.stringify(clear) ? undefined : clear;
  }

  #sealed(dump: object, certificate: Certificate): Uint8Array {
    const content = new TextEncoder().encode(JSON.stringify(dump));
    try {
      return sealContent({
        content,
        attributes: [],
        recipients: [{ publicKey: certificate.publicKey, keyIdentifier: certificate.extension(subjectKeyIdentifier) }],
        random: (octets) => this.deps.random.bytes(octets),
      });
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      throw new UnusableRecipientError(error.message, { cause: error });
    } finally {
      content.fill(0);
    }
  }
}
