import { DistinguishedName, PkiError } from '@sealwright/pki';
import { inTurns } from '../../../kernel/tasks/pace.ts';
import type { Configuration, Document } from '../../configuration/index.ts';
import type { Authorities } from './authorities.ts';
import {
  type CaSettings,
  caType,
  type CertificateAuthority,
  cvcAuthorityOf,
  sshAuthorityOf,
  x509AuthorityOf,
} from '../kinds/index.ts';
import type { CaState, CaStateStore } from '../records/index.ts';

/** The configured CAs with their states, cached until the epoch changes. */
export class ConfiguredAuthorities implements Authorities {
  readonly #configuration: Configuration;
  readonly #states: CaStateStore;
  #epoch = -1;
  #byId = new Map<number, Promise<CertificateAuthority | undefined>>();
  #idBySubjectText = new Map<string, number>();
  /** Subjects of all CAs, as long as they are few; every enrollment reads them. */
  #subjectKeys: readonly string[] | undefined;

  constructor({ configuration, states }: { readonly configuration: Configuration; readonly states: CaStateStore }) {
    this.#configuration = configuration;
    this.#states = states;
  }

  findById(caId: number): Promise<CertificateAuthority | undefined> {
    this.#follow();
    const cache = this.#byId;
    const known = cache.get(caId);
    if (known !== undefined) return known;
    const loading = this.#load(caId);
    cache.set(caId, loading);
    const forget = () => cache.delete(caId);
    loading.then((found) => found ?? forget(), forget);
    return loading;
  }

  async findByName(name: string): Promise<CertificateAuthority | undefined> {
    const document = await this.#configuration.find(caType, name);
    return document && this.findById(document.id);
  }

  async findBySubject(subject: string): Promise<CertificateAuthority | undefined> {
    this.#follow();
    const ids = this.#idBySubjectText;
    const known = ids.get(subject);
    if (known !== undefined) return this.findById(known);
    const name = parseName(subject);
    if (name === undefined) return undefined;
    const id =
      (await this.#states.findIdBySubject(name.key)) ?? (await this.#states.findIdBySubject(name.reversed().key));
    if (id === undefined) return undefined;
    // A name has endless spellings, so the number of remembered ones is limited.
    if (ids.size < MAX_SPELLINGS) ids.set(subject, id);
    return this.findById(id);
  }

  async isSubject(subjectKey: string): Promise<boolean> {
    this.#follow();
    const { epoch } = this.#configuration;
    const keys = this.#subjectKeys ?? (await this.#states.listSubjectKeys(MAX_SUBJECTS + 1));
    // Results read under an earlier epoch are not cached.
    if (epoch === this.#epoch) this.#subjectKeys = keys;
    if (keys.length <= MAX_SUBJECTS) return keys.includes(subjectKey);
    return (await this.#states.findIdBySubject(subjectKey)) !== undefined;
  }

  async findByPublicId(publicId: number): Promise<CertificateAuthority | undefined> {
    const document = await this.#configuration.findByPublicId(caType, publicId);
    return document && this.findById(document.id);
  }

  async list(): Promise<readonly CertificateAuthority[]> {
    const heads = await this.#configuration.listHeads(caType.token);
    const authorities = await inTurns(heads, ({ id }) => this.findById(id));
    return authorities.filter((authority) => authority !== undefined);
  }

  #follow(): void {
    if (this.#epoch === this.#configuration.epoch) return;
    this.#epoch = this.#configuration.epoch;
    this.#byId = new Map();
    this.#idBySubjectText = new Map();
    this.#subjectKeys = undefined;
  }

  async #load(caId: number): Promise<CertificateAuthority | undefined> {
    const [document, state] = await Promise.all([
      this.#configuration.findById(caType, caId),
      this.#states.findState(caId),
    ]);
    return document && state && authorityOf(document, state);
  }
}

function authorityOf(document: Document<unknown, CaSettings>, state: CaState): CertificateAuthority {
  const settings = document.value;
  if (settings.kind === 'CVC') return cvcAuthorityOf(document, settings, state);
  if (settings.kind === 'SSH') return sshAuthorityOf(document, settings, state);
  return x509AuthorityOf(document, settings, state);
}

/** Parses a name; returns undefined for text that is not a name. */
function parseName(text: string): DistinguishedName | undefined {
  try {
    return DistinguishedName.parse(text);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

const MAX_SPELLINGS = 10_000;
const MAX_SUBJECTS = 100;
