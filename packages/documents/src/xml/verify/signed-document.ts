/** A document whose signatures are verified: what references name in it, and what was digested of it. */
import { createHash } from 'node:crypto';

import { INCLUSIVE } from '../canonicalization-methods.ts';
import { canonicalize } from '../canonicalize.ts';
import { XmlError } from '../errors.ts';
import { DS } from '../namespaces.ts';
import { elementsOf, type XmlElement } from '../nodes.ts';
import type { ParsedXml } from '../parse.ts';
import type { ReferenceStructure } from './signature-structure.ts';

/** Target of a reference. */
export interface ReferenceTarget {
  readonly node: ParsedXml | XmlElement;
  readonly dropComments: boolean;
}

export class SignedDocument {
  readonly document: ParsedXml;
  /** Undefined for an id that more than one element has. */
  #byId: ReadonlyMap<string, XmlElement | undefined> | undefined;
  /** Characters that may still be made canonical, and nodes looked at: references repeat the document as often as they like. */
  #budget: number;

  constructor(document: ParsedXml) {
    this.document = document;
    this.#budget = MAX_TIMES * document.text.length + MIN_BUDGET;
  }

  /**
   * The signatures, those within other signatures left out.
   *
   * @throws {XmlError} `xml.too_large` for more than 16
   */
  signatures(): readonly XmlElement[] {
    const found: XmlElement[] = [];
    for (const element of elementsOf(this.document.root, (element) => !isSignature(element))) {
      if (!isSignature(element)) continue;
      if (found.length === MAX_SIGNATURES)
        throw new XmlError('xml.too_large', `the document has more than ${MAX_SIGNATURES} signatures`);
      found.push(element);
    }
    return found;
  }

  /**
   * Returns what `uri` names: the document, or the one element that has an id. Nothing outside of the document is looked at, and an id that stands
   * twice names nothing.
   */
  resolve(uri: string): ReferenceTarget | undefined {
    if (uri === '' || uri === '#xpointer(/)') return { node: this.document, dropComments: uri === '' };
    const pointer = XPOINTER_ID.exec(uri);
    const id = pointer?.[1] ?? pointer?.[2] ?? uri.slice(1);
    if (!uri.startsWith('#') || (pointer === null && id.startsWith('xpointer('))) return undefined;
    const node = this.#elementOf(id);
    return node && { node, dropComments: pointer === null };
  }

  /** Returns whether one element alone has this id. */
  isUnique(id: string): boolean {
    return this.#elementOf(id) !== undefined;
  }

  /**
   * The digest of what a reference names, as its transforms make it.
   *
   * @param octets - gets what is digested
   * @throws {XmlError} `xml.too_large` when more than sixteen times the document was looked at or digested, `xml.not_supported`
   */
  digest(
    { node, dropComments }: ReferenceTarget,
    reference: ReferenceStructure,
    signature: XmlElement,
    octets?: string[],
  ): Uint8Array {
    const { without, canonicalization, digestMethod } = reference;
    const { method, inclusivePrefixes } = canonicalization ?? { method: INCLUSIVE, inclusivePrefixes: [] };
    const hash = createHash(digestMethod.nodeName);
    const write = (piece: string): void => {
      this.#spend(piece.length);
      hash.update(piece, 'utf8');
      octets?.push(piece);
    };
    const left = { none: undefined, itself: (element: XmlElement) => element === signature, all: isSignature }[without];
    const look = (nodes: number): void => this.#spend(nodes);
    canonicalize(node, method, write, { dropComments, inclusivePrefixes, without: left, look });
    return new Uint8Array(hash.digest());
  }

  #elementOf(id: string): XmlElement | undefined {
    this.#byId ??= indexIds(this.document.root);
    return this.#byId.get(id);
  }

  #spend(work: number): void {
    this.#budget -= work;
    if (this.#budget < 0)
      throw new XmlError('xml.too_large', `the references name more than ${MAX_TIMES} times the document`);
  }
}

function isSignature({ namespace, local }: XmlElement): boolean {
  return namespace === DS && local === 'Signature';
}

/** Without a document type nothing says which attributes are ids: those that signatures and the formats that use them call so. */
function indexIds(root: XmlElement): ReadonlyMap<string, XmlElement | undefined> {
  const found = new Map<string, XmlElement | undefined>();
  for (const element of elementsOf(root))
    for (const { name, value } of element.attributes)
      if (ID_ATTRIBUTES.has(name))
        found.set(value, found.has(value) && found.get(value) !== element ? undefined : element);
  return found;
}

const ID_ATTRIBUTES: ReadonlySet<string> = new Set(['Id', 'ID', 'id', 'xml:id']);
const XPOINTER_ID = /^#xpointer\(id\((?:'([^']*)'|"([^"]*)")\)\)$/;
const MAX_SIGNATURES = 16;
const MAX_TIMES = 16;
/** Canonical forms of small documents are longer: inherited namespaces are written out. */
const MIN_BUDGET = 1_000_000;
