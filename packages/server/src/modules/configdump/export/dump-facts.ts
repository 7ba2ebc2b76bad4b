/** Facts of an object that are not settings, for its item in the dump. */
import { formatPem, parsePublicKey } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Authorities, caType, type OcspResponderStore } from '../../ca/index.ts';
import type { AnyDocument, Configuration } from '../../configuration/index.ts';
import { type CryptoTokens, cryptoTokenType } from '../../crypto-tokens/index.ts';
import type { DumpObject } from '../codec/index.ts';

export interface DumpFactsDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly configuration: Configuration;
  readonly responders: Pick<OcspResponderStore, 'listFormerOfToken' | 'listOfToken'>;
  readonly tokens: Pick<CryptoTokens, 'listKeyPairs' | 'state'>;
}

/** A document as it is exported: its settings, changed perhaps, and further facts. */
export interface ExportedDocument {
  readonly settings: JsonObject;
  readonly facts: DumpObject;
}

/** Choice of the CAs of an export, and of their form. */
export interface CaForm {
  /** Exports CAs that hold only a certificate, with that. */
  readonly externalCas: boolean;
  /** Exports each CA as its peers see it: its certificates in place of its keys. */
  readonly forPeers: boolean;
}

/** Finds the facts of documents. */
export class DumpFacts extends WithDeps<DumpFactsDeps> {
  #usedTokens: { readonly epoch: number; readonly ids: Promise<ReadonlySet<unknown>> } | undefined;

  /** Returns a document with its facts; undefined when it is not part of such an export. */
  async exported(document: AnyDocument, settings: JsonObject, form: CaForm): Promise<ExportedDocument | undefined> {
    if (document.type === cryptoTokenType.token) return { settings, facts: await this.#ofToken(document) };
    if (document.type === caType.token) return this.#ofCa(document, settings, form);
    return { settings, facts: {} };
  }

  async #ofCa(
    document: AnyDocument,
    settings: JsonObject,
    { externalCas, forPeers }: CaForm,
  ): Promise<ExportedDocument | undefined> {
    const external = settings.signedBy === EXTERNAL && settings.cryptoToken === WITHOUT_KEYS;
    if (external && !externalCas && !forPeers) return undefined;
    if (!external && !forPeers) return { settings, facts: {} };
    const authority = await this.deps.authorities.findById(document.id);
    // Peers read chains of X.509 alone, so that a CA of another kind stays what it is.
    if (authority?.kind !== 'X509' || authority.chain.length === 0) return { settings, facts: {} };
    const chain = authority.chain.map(({ der }) => formatPem('CERTIFICATE', der));
    const withoutKeys = { cryptoToken: WITHOUT_KEYS, signatureAlgorithm: '', keyEncryptKey: '', ...NO_SECOND_KEY };
    return {
      settings: { ...settings, ...(external ? {} : withoutKeys), signedBy: EXTERNAL },
      facts: { 'CA Certificate Chain': chain },
    };
  }

  async #ofToken({ id }: AnyDocument): Promise<DumpObject> {
    const { tokens } = this.deps;
    const ofResponders = await this.#aliasesOfResponders(id);
    const keyPairs: DumpObject[] = [];
    for (let after = ''; ;) {
      const page = await tokens.listKeyPairs(id, after, PAGE_SIZE);
      for (const { alias, algorithm, specification, publicKey } of page) {
        // A CA makes those of its responders by itself, so that an import would make keys that nobody uses.
        if (ofResponders.has(alias)) continue;
        keyPairs.push({
          Alias: alias,
          'Key Algorithm': algorithm,
          'Key Specification': specification,
          'Subject Key Identifier': Buffer.from(parsePublicKey(publicKey).keyIdentifier).toString('hex'),
        });
      }
      if (page.length < PAGE_SIZE) break;
      after = page.at(-1)!.alias;
    }
    return {
      Used: (await this.#tokensOfCas()).has(id),
      'Key Pair Info': keyPairs,
      Active: (await tokens.state(id)) === 'active',
    };
  }

  async #aliasesOfResponders(tokenId: number): Promise<ReadonlySet<string>> {
    const { responders } = this.deps;
    const aliases = new Set<string>();
    for (const list of ['listOfToken', 'listFormerOfToken'] as const) {
      for (let after = 0; ;) {
        const page = await responders[list](tokenId, after, PAGE_SIZE);
        for (const { keyAlias } of page) aliases.add(keyAlias);
        if (page.length < PAGE_SIZE) break;
        after = page.at(-1)!.id;
      }
    }
    return aliases;
  }

  /** The tokens that CAs have, as one epoch has them. */
  #tokensOfCas(): Promise<ReadonlySet<unknown>> {
    const { configuration } = this.deps;
    const { epoch } = configuration;
    if (this.#usedTokens?.epoch !== epoch) {
      const ids = configuration
        .list(caType)
        .then((cas) => new Set<unknown>(cas.map(({ settings }) => (settings as JsonObject).cryptoToken)));
      this.#usedTokens = { epoch, ids };
      ids.catch(() => (this.#usedTokens = undefined));
    }
    return this.#usedTokens.ids;
  }
}

const EXTERNAL = 'External CA';
const WITHOUT_KEYS = 'None';
const NO_SECOND_KEY = { alternativeSignatureAlgorithm: '' };
const PAGE_SIZE = 100;
