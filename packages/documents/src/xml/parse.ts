/**
 * Reads a document. saxes says what is well-formed; here it is bounded and made a tree, and what has no canonical form is refused.
 *
 * A document type declaration is refused whatever it holds: entities are the way to expand a document without bound or to read
 * files, and defaults for attributes make what was signed depend on a file elsewhere.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { decodeText, requireDeclaredEncoding, type XmlEncoding } from './encoding.ts';
import { XmlError } from './errors.ts';
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './nodes.ts';

/** Bounds of what is read. */
export interface XmlLimits {
  /** Elements within elements; 256 when left out, as for other readers. */
  readonly maxDepth?: number;
  /** Maximum attributes of one element, declarations of namespaces included; 1,024 when left out. */
  readonly maxAttributes?: number;
  /** Maximum namespaces of an element and those around it, together; 1,024 when left out. */
  readonly maxNamespaces?: number;
  /** Elements, attributes, texts, comments and instructions together; 2,000,000 when left out. */
  readonly maxNodes?: number;
}

/** A document, and where its text may be added to. */
export interface ParsedXml extends XmlDocument {
  readonly text: string;
  readonly encoding: XmlEncoding;
  /** Offset in `text` after the `>` of the start tag of the document's element. */
  readonly rootStartTagEnd: number;
  /** Offset of its end tag; the same as `rootStartTagEnd` for an empty-element tag, `<a/>`. */
  readonly rootContentEnd: number;
  readonly rootIsEmptyTag: boolean;
}

/**
 * Reads a document in UTF-8, UTF-16, or one of the encodings of one octet that it is declared in.
 *
 * @throws {XmlError} `xml.encoding`, `xml.not_well_formed`, `xml.doctype`, `xml.version`, `xml.too_large`, `xml.bad_namespace`
 */
export function parseXml(bytes: Uint8Array, limits: XmlLimits = {}): ParsedXml {
  const { text, encoding } = decodeText(bytes);
  const tree = new TreeBuilder(encoding, limits);
  tree.read(text);
  const { root, children, rootStartTagEnd, rootEnd, rootIsEmptyTag } = tree;
  if (root === undefined) throw new XmlError('xml.not_well_formed', 'the document has no element');
  const rootContentEnd = rootIsEmptyTag ? rootStartTagEnd : text.lastIndexOf('</', rootEnd - 1);
  return { children, root, text, encoding, rootStartTagEnd, rootContentEnd, rootIsEmptyTag };
}

/** An element that still grows. */
interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

class TreeBuilder {
  readonly children: XmlDocument['children'][number][] = [];
  root: XmlElement | undefined;
  rootStartTagEnd = 0;
  rootEnd = 0;
  rootIsEmptyTag = false;
  readonly #encoding: XmlEncoding;
  readonly #limits: Required<XmlLimits>;
  readonly #parser = new SaxesParser({ xmlns: true });
  #open: OpenElement | undefined;
  #depth = 0;
  #nodes = 0;
  #attributes = 0;
  /** Declarations of the elements that are open. */
  #namespaces = 0;

  constructor(encoding: XmlEncoding, limits: XmlLimits) {
    this.#encoding = encoding;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  read(text: string): void {
    const parser = this.#parser;
    parser.on('xmldecl', ({ version, encoding }) => {
      if (version !== '1.0') throw new XmlError('xml.version', `XML ${version?.slice(0, 8)} is not read, 1.0 is`);
      requireDeclaredEncoding(encoding, this.#encoding);
    });
    parser.on('doctype', () => refuseDoctype());
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => this.#countAttribute());
    parser.on('opentag', (tag) => this.#start(tag));
    parser.on('closetag', () => this.#end());
    parser.on('text', (value) => this.#addText(value));
    parser.on('cdata', (value) => this.#addText(value));
    parser.on('comment', (value) => this.#add({ kind: 'comment', text: value }));
    parser.on('processinginstruction', ({ target, body }) => this.#add({ kind: 'instruction', target, data: body }));
    parser.on('error', ({ message }) => {
      throw new XmlError('xml.not_well_formed', `the document is not well-formed: ${message.slice(0, 100)}`);
    });
    parser.write(text).close();
  }

  #start(tag: SaxesTagNS): void {
    const parent = this.#open;
    const element = makeElement(tag, parent);
    this.#count(1);
    if (++this.#depth > this.#limits.maxDepth)
      throw new XmlError('xml.too_large', `elements stand deeper than ${this.#limits.maxDepth} in one another`);
    this.#namespaces += element.declarations.size;
    if (this.#namespaces > this.#limits.maxNamespaces)
      throw new XmlError(
        'xml.too_large',
        `more than ${this.#limits.maxNamespaces} namespaces are declared in one place`,
      );
    if (parent === undefined) {
      this.root = element;
      this.rootStartTagEnd = this.#parser.position;
      this.rootIsEmptyTag = tag.isSelfClosing;
      this.children.push(element);
    } else {
      parent.children.push(element);
    }
    this.#open = element;
  }

  #end(): void {
    // The parser has found that start and end tag fit.
    const { declarations, parent } = this.#open!;
    this.#depth -= 1;
    this.#namespaces -= declarations.size;
    this.#open = parent as OpenElement | undefined;
    if (this.#open === undefined) this.rootEnd = this.#parser.position;
  }

  /** White space around the document's element is not part of the document. */
  #addText(value: string): void {
    if (this.#open === undefined || value === '') return;
    this.#count(1);
    this.#open.children.push(value);
  }

  #add(node: XmlDocument['children'][number]): void {
    this.#count(1);
    (this.#open ?? this).children.push(node);
  }

  #countAttribute(): void {
    this.#count(1);
    this.#attributes += 1;
    if (this.#attributes > this.#limits.maxAttributes)
      throw new XmlError('xml.too_large', `an element has more than ${this.#limits.maxAttributes} attributes`);
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.maxNodes)
      throw new XmlError('xml.too_large', `the document has more than ${this.#limits.maxNodes} nodes`);
  }
}

function makeElement(tag: SaxesTagNS, parent: OpenElement | undefined): OpenElement {
  const { name, prefix, local, uri } = tag;
  const attributes: XmlAttribute[] = [];
  const declarations = new Map<string, string>();
  for (const attribute of Object.values(tag.attributes)) {
    const declared = declaredPrefix(attribute);
    if (declared === undefined) attributes.push(makeAttribute(attribute));
    else declarations.set(declared, requireAbsolute(attribute.value));
  }
  return {
    kind: 'element',
    name,
    prefix,
    local,
    namespace: uri,
    attributes: attributes.length === 0 ? NO_ATTRIBUTES : attributes,
    declarations: declarations.size === 0 ? NO_DECLARATIONS : declarations,
    children: [],
    parent,
  };
}

function makeAttribute({ name, prefix, local, uri, value }: SaxesAttributeNS): XmlAttribute {
  return { name, prefix, local, namespace: uri, value };
}

/** Returns the prefix that `xmlns` or `xmlns:a` declares. */
function declaredPrefix({ name, prefix, local }: SaxesAttributeNS): string | undefined {
  if (name === 'xmlns') return '';
  return prefix === 'xmlns' ? local : undefined;
}

function requireAbsolute(uri: string): string {
  if (uri === '' || ABSOLUTE_URI.test(uri)) return uri;
  throw new XmlError('xml.bad_namespace', `the namespace '${uri.slice(0, 40)}' is not an absolute URI`);
}

function refuseDoctype(): never {
  throw new XmlError('xml.doctype', 'the document has a document type declaration, which is not read');
}

/** Without white space, which saxes would cut off from the name and canonical forms keep. */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/;
const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
const NO_DECLARATIONS: ReadonlyMap<string, string> = new Map();
const DEFAULT_LIMITS: Required<XmlLimits> = {
  maxDepth: 256,
  maxAttributes: 1024,
  maxNamespaces: 1024,
  maxNodes: 2_000_000,
};
